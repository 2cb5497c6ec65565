import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import { testAdmin, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { playerColumn } from './columns.tsx';
import { RecordTable } from './data-table.tsx';

const columns = [playerColumn<{ id: number; name: string }>('Player', ({ name }) => name)];
const rows = [{ id: 1, name: 'Wicker' }];

const staffWith = (permission: StaffPermission): SessionUser => ({
  ...testPlayer,
  user_rights: 2,
  permissions: [permission],
});

test.each<[string, SessionUser, string | undefined]>([
  ['an admin', testAdmin, '/admin/manage/Wicker'],
  ['staff for players', staffWith('players'), '/admin/manage/Wicker'],
  ['staff for the shop', staffWith('shop'), undefined],
])('a player in a table of %s leads to the page that is open to them', async (_, as, path) => {
  const table = <RecordTable caption="Log" columns={columns} rows={rows} />;
  await renderScreen(table, { address: '/admin/shop-logs', as });
  expect(screen.getByText('Wicker').closest('a')?.pathname).toBe(path);
});
