import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { Contract } from '#shared/endpoints/contracts.ts';

import { ContractEditor } from './contract-editor.tsx';

const draft = {
  name: 'Ore for the smith',
  type: 'Delivery',
  skill: 'Mining',
  level: 15,
  npcId: 519,
  npcName: 'Smith',
  itemId: 440,
  minAmount: 20,
  maxAmount: 40,
  weight: 0,
  description: 'Bring it quickly.',
  enabled: false,
} as const;
const contract: Contract = {
  ...draft,
  id: 7,
  version: 3,
  updatedAt: '2026-11-02T03:04:05Z',
  updatedBy: 'Ada',
};

test.each([
  ['edit', 'PUT /api/admin/contracts/{id}', { version: 3 }],
  ['copy', 'POST /api/admin/contracts', { name: 'Ore for the smith (copy)', copyOf: 7 }],
] as const)('a contract that is off stays off in the editor: %s', async (kind, route, change) => {
  const { user } = await renderScreen(<ContractEditor edited={{ kind, item: contract }} />, {
    address: '/admin/contracts',
    as: 'admin',
    answers: { [route]: contract },
  });
  await user.click(screen.getByText('Save Contract'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toEqual({ ...draft, ...change });
});
