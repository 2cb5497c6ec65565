import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { SelectField } from '#client/ui/form/select-field.tsx';

import { categoriesQuery } from './admin-shop.queries.ts';

type Props = Omit<ComponentProps<typeof SelectField>, 'label'>;

export function CategoryField(props: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  return (
    <SelectField
      label="Category"
      placeholder={categories.length === 0 ? 'There are no categories yet' : 'None'}
      options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}
