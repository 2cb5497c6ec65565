import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { BulkAnswer } from '#shared/schemas.ts';

import { SelectionBar, SeveralButton, useSelection } from './selection.tsx';

type Item = { id: string; name: string };
const hat = { id: '1', name: 'Hat' };
const bow = { id: '2', name: 'Bow' };

type Props = { rows: Item[]; refund: (ids: string[]) => Promise<BulkAnswer> };

function List({ rows, refund }: Props) {
  const selection = useSelection(rows, { keyOf: ({ id }) => id, nameOf: ({ name }) => name });
  const ids = selection.selected.map(({ id }) => id);
  return (
    <>
      <RecordTable
        caption="Items"
        columns={[selection.column, { label: 'Name', cell: ({ name }) => name }]}
        rows={rows}
      />
      <SelectionBar selection={selection} csv={`/items.csv?ids=${ids.join(',')}`}>
        <SeveralButton
          selection={selection}
          done="refunded"
          action={{ name: 'Refund', ask: `Refund ${ids.length}?`, call: () => refund(ids) }}
        />
      </SelectionBar>
    </>
  );
}

const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const findBar = () => screen.queryByRole('region', { name: 'Selection' });

test('the bar is there while rows are selected, and counts and exports them', async () => {
  const { user } = render(<List rows={[hat, bow]} refund={vi.fn()} />);
  expect(findBar()).toBeNull();
  await user.click(tick('Select Bow'));
  const bar = within(findBar()!);
  expect(bar.getByRole('status').textContent).toBe('1 selected');
  expect(bar.getByText('CSV').closest('a')!.getAttribute('href')).toBe('/items.csv?ids=2');
  await user.click(bar.getByText('Select all'));
  expect(bar.getByRole('status').textContent).toBe('2 selected');
  expect(tick('Select all').checked).toBe(true);
  expect(bar.queryByText('Select all')).toBeNull();
  await user.click(tick('Select Bow'));
  expect(tick('Select all').checked).toBe(false);
  await user.click(bar.getByRole('button', { name: 'Clear the selection' }));
  expect(findBar()).toBeNull();
  expect(tick('Select Hat').checked).toBe(false);
});

test('a row that left the list is not acted on', async () => {
  const refund = vi.fn((ids: string[]) =>
    Promise.resolve({ results: ids.map((id) => ({ id, error: null })) }),
  );
  const { user, rerender } = render(<List rows={[hat, bow]} refund={refund} />);
  await user.click(tick('Select all'));
  rerender(<List rows={[bow]} refund={refund} />);
  await user.click(within(findBar()!).getByText('Refund'));
  await screen.findByText('Refund 1?');
  await user.click(within(screen.getByRole('alertdialog')).getByText('Refund'));
  await screen.findByText('1 refunded.');
  expect(refund).toHaveBeenCalledExactlyOnceWith(['2']);
  expect(findBar()).toBeNull();
});

test('those that could not be done are named with the reason', async () => {
  const results = [
    { id: '1', error: null },
    { id: '2', error: 'This item has already been delivered.' },
  ];
  const { user } = render(<List rows={[hat, bow]} refund={() => Promise.resolve({ results })} />);
  await user.click(tick('Select all'));
  await user.click(within(findBar()!).getByText('Refund'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Refund'));
  const alert = await screen.findByText(/^1 refunded, 1 could not be:/);
  expect(alert.textContent).toContain('Bow: This item has already been delivered.');
});

test('rows stay selected if the request fails', async () => {
  const refund = () => Promise.reject(new Error('No connection.'));
  const { user } = render(<List rows={[hat]} refund={refund} />);
  await user.click(tick('Select Hat'));
  await user.click(within(findBar()!).getByText('Refund'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Refund'));
  await screen.findByText('No connection.');
  expect(tick('Select Hat').checked).toBe(true);
});
