import { Button } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import type { FilterField } from '#client/ui/form/filter-form.tsx';
import { deliveryLooks } from '#client/ui/text/delivery-chip.tsx';
import { orderLooks } from '#client/ui/text/order-chips.tsx';
import { deliveryStates } from '#shared/rules/order-states.ts';

import type { LogsSearch } from './logs-search.ts';

const deliveries = [
  ...deliveryStates.map((value) => ({ value, label: deliveryLooks[value].label })),
  { value: 'undeliverable', label: 'Undeliverable' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'reported', label: 'Reported note' },
];
const orders = [
  { value: 'attention', label: 'Needs attention' },
  ...Object.entries(orderLooks).map(([value, { label }]) => ({ value, label })),
];

const modes = [
  { value: 'live', label: 'Real cards' },
  { value: 'test', label: 'Test mode' },
  { value: 'sandbox', label: 'Sandbox' },
];

const purchaseFields: FilterField[] = [
  { name: 'id', label: 'Purchase number', type: 'search', maxLength: 100 },
  { name: 'item', label: 'Item name or id', type: 'search', maxLength: 100 },
  { name: 'delivery', label: 'Delivery', options: deliveries },
];
const orderFields: FilterField[] = [
  { name: 'id', label: 'Order or payment id', type: 'search', maxLength: 200 },
  { name: 'state', label: 'State', options: orders },
  { name: 'mode', label: 'Payment mode', options: modes },
];

export function LogFilters({ search }: { search: LogsSearch }) {
  return (
    <FilterForm
      search={search}
      keep={{ view: search.view }}
      fields={[
        { name: 'player', label: 'Player', type: 'search', maxLength: 100 },
        ...(search.view === 'purchases' ? purchaseFields : orderFields),
        { name: 'from', label: 'From', date: true },
        { name: 'until', label: 'Until', date: true },
      ]}
      submit={
        <Button type="submit" icon="search">
          Filter
        </Button>
      }
    />
  );
}
