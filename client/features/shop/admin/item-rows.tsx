import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DragEvent } from 'react';

import { change } from '#client/lib/change.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { moveItem } from '#client/lib/move-item.ts';
import { useAction } from '#client/lib/use-action.ts';
import { useNow } from '#client/lib/use-now.ts';
import { classNames } from '#client/ui/class-names.ts';
import { ActionSwitch, DeleteIcon } from '#client/ui/form/action-button.tsx';
import { MoveButtons } from '#client/ui/form/line-buttons.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import { isOver } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { categoriesQuery, reorderShopItems } from './admin-shop.queries.ts';
import { kinds } from './kind-fields.tsx';

import styles from './admin-shop.module.css';

export function ItemRows({ items }: { items: readonly ManagedItem[] }) {
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const { run } = useAction();

  function move(from: number, to: number) {
    if (from === to) return;
    void run({
      call: () => reorderShopItems(moveItem(items, from, to - from)),
      undo: () => reorderShopItems(items),
      done: `${items[from]?.name} was moved.`,
    });
  }

  function drop(event: DragEvent, to: number) {
    event.preventDefault();
    if (drag) move(drag.from, to);
    setDrag(undefined);
  }

  return (
    <Panel variant="plain" pad="none" heading="Items" icon="cart">
      <ol className={styles.rows}>
        {items.map((item, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; the arrows do the same by keyboard
          <li
            key={item.id}
            className={classNames(
              styles.row,
              drag?.from === at && styles.dragged,
              drag?.to === at && drag.from !== at && styles.over,
              drag?.to === at && drag.from < at && styles.below,
            )}
            data-row
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', item.name);
              setDrag({ from: at, to: at });
            }}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              if (drag.to !== at) setDrag({ ...drag, to: at });
            }}
            onDragEnd={() => setDrag(undefined)}
            onDrop={(event) => drop(event, at)}
          >
            <span className={styles.order}>
              <Icon name="grip-lines" className={styles.grip} />
              <MoveButtons
                name={item.name}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                onMove={(by) => move(at, at + by)}
              />
            </span>
            <Link to="/admin/shop" search={{ edit: item.id }} className={styles.item}>
              <ItemPicture item={item} sizes="64px" className={styles.thumb} />
              <span className={styles.words}>
                <Text as="span" size="lg" tone="bright" strong breaks className={styles.name}>
                  {item.name}
                </Text>
                <Text as="span" size="md" tone="muted" figures breaks>
                  {describeProduct(item)}
                </Text>
                <DeliveryProblem item={item} />
              </span>
            </Link>
            <ItemChips item={item} />
            <p className={styles.sales}>
              <Text as="strong" tone="gold">
                {item.salePrice !== undefined && (
                  <Muted>
                    <span className="visually-hidden">Instead of </span>
                    <s>{item.price.toLocaleString('en')}</s>{' '}
                  </Muted>
                )}
                <Coins amount={item.salePrice ?? item.price} />
              </Text>
              <Text as="span" size="md" tone="muted" figures>
                {item.sold.toLocaleString('en')} sold, <Coins amount={item.earned} />
              </Text>
            </p>
            <RowActions item={item} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function DeliveryProblem({ item }: { item: ManagedItem }) {
  const problem = describeProblem(item);
  return problem ? (
    <Text as="span" size="md" tone="warning" breaks>
      {problem}
    </Text>
  ) : null;
}

function ItemChips({ item }: { item: ManagedItem }) {
  const { stock, perPlayerLimit, totalLimit, totalLeft = 0, needsLevel, endsAt, sale } = item;
  const { data: categories = [] } = useQuery(categoriesQuery);
  const category = categories.find(({ id }) => id === item.category);
  const isEnded = isOver(item, useNow(60_000));
  return (
    <Row as="span" gap={1} className={styles.terms}>
      {category && <Chip icon="scroll">{category.name}</Chip>}
      {!item.enabled && <Chip icon="eye-off">Hidden</Chip>}
      {!item.deliverable && (
        <Chip tone="blood" icon="warning">
          Not sold
        </Chip>
      )}
      {stock !== null && (
        <Chip tone={stock === 0 ? 'blood' : 'gold'}>
          {stock === 0 ? 'Sold out' : `${stock.toLocaleString('en')} left`}
        </Chip>
      )}
      {totalLimit !== null && (
        <Chip tone={totalLeft === 0 ? 'blood' : 'gold'}>
          {totalLeft.toLocaleString('en')} of {totalLimit.toLocaleString('en')} left
        </Chip>
      )}
      {perPlayerLimit !== null && <Chip icon="user">{perPlayerLimit} per player</Chip>}
      {needsLevel !== null && <Chip icon="lock">Level {needsLevel.toLocaleString('en')}</Chip>}
      {sale && (
        <Chip tone="ember" icon="hourglass">
          {sale.name}
        </Chip>
      )}
      {endsAt !== null && (
        <Chip tone={isEnded ? 'neutral' : 'ember'} icon="clock">
          {isEnded ? 'Ended' : 'Until'} {formatDateTime(endsAt)}
        </Chip>
      )}
    </Row>
  );
}

function describeProduct({
  kind = 'item',
  itemId,
  quantity,
  value,
  days,
  parts = [],
}: ManagedItem): string {
  if (kind === 'item') {
    return `Item ${itemId}${quantity > 1 ? ` × ${quantity.toLocaleString('en')}` : ''}`;
  }
  if (kind === 'bundle') return `Bundle of ${parts.length} items`;
  const time = days === undefined ? '' : ` for ${formatCount(days, 'day')}`;
  return `${kinds[kind].label} ${value}${time}`;
}

function describeProblem(item: ManagedItem): string {
  const { kind = 'item', deliverable, deliveredBy, lackedBy, neverConnected } = item;
  const reason = kind === 'item' ? 'no such item' : 'cannot deliver this';
  const lack = lackedBy.length > 0 ? `${lackedBy.join(', ')}: ${reason}.` : '';
  // The editor names servers that never connected. Here they matter only if no other delivers.
  if (deliverable) return lack && `Only on ${deliveredBy.join(', ')}. ${lack}`;
  const silent = neverConnected.length > 0 ? `${neverConnected.join(', ')}: never connected.` : '';
  return [lack, silent].filter(Boolean).join(' ') || 'No game server delivers it.';
}

function setEnabled(id: string, enabled: boolean) {
  const input = { params: { id }, body: { enabled } };
  return change('shop', 'PATCH /api/admin/shop/items/{id}/enabled', input);
}

function RowActions({ item: { id, name, enabled } }: { item: ManagedItem }) {
  return (
    <span className={styles.tools}>
      <ActionSwitch
        label={`${name} is in the store`}
        checked={enabled}
        action={(next) => ({
          call: () => setEnabled(id, next),
          undo: () => setEnabled(id, enabled),
          done: `${name} is ${next ? 'in the store' : 'hidden'}.`,
        })}
      />
      <IconLink to="/admin/shop" search={{ edit: id }} icon="pencil" label={`Edit ${name}`} />
      <IconLink to="/admin/shop" search={{ copy: id }} icon="copy" label={`Duplicate ${name}`} />
      <DeleteIcon
        name={name}
        ask={`Delete ${name}? This cannot be undone. Its purchases stay in the logs.`}
        call={() => change('shop', 'DELETE /api/admin/shop/items/{id}', { params: { id } })}
        done={`${name} was deleted.`}
      />
    </span>
  );
}
