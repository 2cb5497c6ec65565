import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { moveItem } from '#client/lib/move-item.ts';
import { useAction } from '#client/lib/use-action.ts';
import { actionsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { MoveButtons } from '#client/ui/form/line-buttons.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { CategoryDraft, saleLimits } from '#shared/endpoints/sales.ts';
import type { ShopCategory } from '#shared/endpoints/sales.ts';

import { categoriesQuery, managedItemsQuery } from './admin-shop.queries.ts';

export function CategoriesPanel() {
  const [edited, setEdited] = useState<ShopCategory | 'new'>();
  return (
    <>
      <QueryPanel
        variant="plain"
        heading="Categories"
        icon="scroll"
        query={useQuery(categoriesQuery)}
        errorHeading="The categories could not be loaded"
        height="120px"
        actions={
          <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
            Add Category
          </Button>
        }
      >
        {(categories) =>
          categories.length === 0 ? (
            <Hint>None yet. With two or more, players see a tab for each that has items.</Hint>
          ) : (
            <CategoryTable categories={categories} onEdit={setEdited} />
          )
        }
      </QueryPanel>
      {edited && (
        <CategoryDialog
          category={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

type TableProps = {
  categories: readonly ShopCategory[];
  onEdit: (category: ShopCategory) => void;
};

function CategoryTable({ categories, onEdit }: TableProps) {
  const { data: items = [] } = useQuery(managedItemsQuery);
  const { run } = useAction();
  function move(at: number, by: number) {
    const ids = moveItem(categories, at, by).map(({ id }) => id);
    void run({
      call: () => change('shop', 'PUT /api/admin/shop/category-order', { body: { ids } }),
    });
  }
  const columns = [
    column<ShopCategory>('Category', ({ name }) => name, { rowHeader: true }),
    numberColumn<ShopCategory>(
      'Items',
      ({ id }) => items.filter(({ category }) => category === id).length,
    ),
    actionsColumn<ShopCategory>((category) => {
      const { id, name } = category;
      const at = categories.indexOf(category);
      const isLast = at === categories.length - 1;
      return (
        <Row gap={1} nowrap end>
          <MoveButtons
            name={name}
            isFirst={at === 0}
            isLast={isLast}
            onMove={(by) => move(at, by)}
          />
          <IconButton
            size="sm"
            icon="pencil"
            label={`Edit ${name}`}
            onClick={() => onEdit(category)}
          />
          <DeleteIcon
            name={name}
            ask={`Delete the category “${name}”? Its items stay in the store, without a category.`}
            call={() =>
              change('shop', 'DELETE /api/admin/shop/categories/{id}', { params: { id } })
            }
            done={`${name} was deleted.`}
          />
        </Row>
      );
    }),
  ];
  return <RecordTable caption="Categories" columns={columns} rows={categories} />;
}

type DialogProps = { category: ShopCategory | undefined; onClose: () => void };

function CategoryDialog({ category, onClose }: DialogProps) {
  const form = useForm({
    check: (fields) => checkValues(CategoryDraft, fields),
    send: (body) =>
      category
        ? change('shop', 'PUT /api/admin/shop/categories/{id}', {
            params: { id: category.id },
            body,
          })
        : change('shop', 'POST /api/admin/shop/categories', { body }),
    done: (_, { name }) => `“${name}” is saved.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={category ? 'Edit Category' : 'Add Category'}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        required
        {...form.field('name')}
        label="Name"
        maxLength={saleLimits.categoryName}
        defaultValue={category?.name}
      />
    </FormDialog>
  );
}
