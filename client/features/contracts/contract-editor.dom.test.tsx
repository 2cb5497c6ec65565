import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { Contract } from '#shared/endpoints/contracts.ts';

import { ContractEditor } from './contract-editor.tsx';
import { ContractTable } from './contract-table.tsx';
import { ImportDialog } from './import-dialog.tsx';

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

test('a copy of a contract with a long name can be saved', async () => {
  const route = 'POST /api/admin/contracts';
  const item = { ...contract, name: 'o'.repeat(80) };
  const { user } = await renderScreen(<ContractEditor edited={{ kind: 'copy', item }} />, {
    address: '/admin/contracts',
    as: 'admin',
    answers: { [route]: contract },
  });
  await user.click(screen.getByText('Save Contract'));
  await expect.poll(() => requests(route)).toHaveLength(1);
});

test('a new contract starts with a first level, a usual weight, and is in use', async () => {
  const route = 'POST /api/admin/contracts';
  const { user } = await renderScreen(<ContractEditor edited={{ kind: 'new' }} />, {
    address: '/admin/contracts',
    as: 'admin',
    answers: { [route]: contract },
  });
  screen.getByText('New Contract');
  await user.click(screen.getByText('Save Contract'));
  const invalid = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')];
  expect(invalid.map(({ name }) => name)).toEqual([
    'name',
    'itemId',
    'minAmount',
    'maxAmount',
    'npcName',
    'npcId',
  ]);
  const values = ['Ore', '440', '20', '40', 'Smith', '519'];
  for (const [at, field] of invalid.entries()) await user.fill(field, values[at]!);
  await user.click(screen.getByText('Save Contract'));
  await screen.findByText('“Ore for the smith” is saved.');
  expect(requests(route)[0]?.body).toEqual({
    name: 'Ore',
    type: 'Gather',
    skill: 'Mining',
    level: 1,
    npcId: 519,
    npcName: 'Smith',
    itemId: 440,
    minAmount: 20,
    maxAmount: 40,
    weight: 10,
    description: '',
    enabled: true,
  });
});

test('the list shows the share of each contract in use, also when it is filtered, and switches one', async () => {
  const contracts: Contract[] = [
    { ...contract, enabled: true, weight: 10, minAmount: 1000, maxAmount: 2000 },
    { ...contract, id: 8, name: 'Logs', skill: 'Attack', enabled: true, weight: 30, maxAmount: 20 },
    { ...contract, id: 9, name: 'Fish', enabled: false, weight: 60 },
  ];
  const enable = 'PATCH /api/admin/contracts/{id}';
  const remove = 'DELETE /api/admin/contracts/{id}';
  const sync = (['waiting', 'done', null] as const).map((state, at) => ({
    server: `World ${at + 1}`,
    state,
    at: null,
  }));
  const { user } = await renderPage('/admin/contracts?skill=Mining', {
    as: 'admin',
    answers: {
      'GET /api/admin/contracts': { contracts, sync },
      [enable]: contract,
      [remove]: undefined,
    },
  });
  await screen.findByText('2 Contracts');
  const table = screen.getByRole('table', { name: 'Contracts' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [3, 5, 6].map((at) => row.children[at]?.textContent),
  );
  expect(rows).toEqual([
    ['1,000–2,000', 'Smith (519)', '10 (25.0%)'],
    ['20–40', 'Smith (519)', '60 '],
  ]);
  screen.getByText('World 1 will load the contracts when it connects');
  screen.getByText('World 2 has loaded the contracts');
  expect(screen.queryByText(/^World 3/)).toBeNull();
  const toggle = screen.getByRole('switch', { name: 'Fish is in use' });
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  await user.click(toggle);
  await screen.findByText('Fish is in use.');
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Undone.');
  expect(requests(enable).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '9' }, body: { enabled: true } },
    { params: { id: '9' }, body: { enabled: false } },
  ]);
  await user.click(screen.getByLabelText('Delete Fish'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('Contract deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '9' }]);
});

test('an import adds or replaces, and a file with an error replaces the one before', async () => {
  const route = 'POST /api/admin/contracts/import';
  let isClosed = false;
  const { user } = render(<ImportDialog existing={14} onClose={() => (isClosed = true)} />, {
    as: 'admin',
  });
  const submit = screen.getByText<HTMLButtonElement>('Import');
  expect(submit.disabled).toBe(true);
  const choose = (name: string, content: unknown) =>
    user.upload(
      screen.getByLabelText('Contracts file'),
      new File([JSON.stringify(content)], name, { type: 'application/json' }),
    );
  await choose('good.json', [draft]);
  await screen.findByText('good.json: 1 contracts, all valid.');
  expect(submit.disabled).toBe(false);
  await choose('bad.json', [{ ...draft, level: 0 }]);
  await screen.findByText('Contract 1, level: Use a whole number from 1 to 99.');
  expect(submit.disabled).toBe(true);
  expect(screen.queryByText(/all valid/)).toBeNull();
  await choose('two.json', [draft, { ...draft, name: 'Second' }]);
  await screen.findByText('two.json: 2 contracts, all valid.');
  screen.getByText('The 14 existing contracts are deleted.');
  await user.click(screen.getByLabelText(/^Replace/));
  answer({ [route]: { added: 2, removed: 14 } });
  await user.click(submit);
  await screen.findByText('2 contracts added, 14 deleted.');
  expect(requests(route).map(({ body }) => body)).toEqual([
    { contracts: [draft, { ...draft, name: 'Second' }], mode: 'replace' },
  ]);
  expect(isClosed).toBe(true);
});

test('a file is added to the contracts unless they are to be replaced, and a canceled choice changes nothing', async () => {
  const route = 'POST /api/admin/contracts/import';
  const list = 'GET /api/admin/contracts';
  const { user } = await renderPage('/admin/contracts', {
    as: 'admin',
    answers: {
      [list]: { contracts: [contract, { ...contract, id: 8 }], sync: [] },
      [route]: { added: 1, removed: 0 },
    },
  });
  await user.click(await screen.findByText('Import'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Contracts' }));
  const submit = dialog.getByText<HTMLButtonElement>('Import', { selector: 'button' });
  const input = dialog.getByLabelText<HTMLInputElement>('Contracts file');
  const choose = (text: string) => user.upload(input, new File([text], 'a.json'));
  await choose('oak');
  await dialog.findByText('This file is not JSON.');
  await choose(JSON.stringify([draft]));
  await dialog.findByText('a.json: 1 contracts, all valid.');
  dialog.getByText('The 2 existing contracts are deleted.');
  fireEvent.change(input, { target: { files: [] } });
  dialog.getByText('a.json: 1 contracts, all valid.');
  await user.click(dialog.getByLabelText(/^Replace/));
  await user.click(dialog.getByLabelText(/^Keep/));
  const before = requests(list).length;
  await user.click(submit);
  await screen.findByText('1 contracts added.');
  expect(requests(route).map(({ body }) => body)).toEqual([{ contracts: [draft], mode: 'add' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests(list).length).toBeGreaterThan(before);
});

test('each state of a game server is told, and a filter may find nothing', async () => {
  const states = ['waiting', 'sent', 'done', 'failed', 'unsupported', 'expired'] as const;
  const sync = states.map((state) => ({ server: state, state, at: null }));
  const timed = { server: 'World 1', state: 'done' as const, at: '2026-11-02T15:04:05Z' };
  await renderPage('/admin/contracts?q=dragon', {
    as: 'admin',
    answers: { 'GET /api/admin/contracts': { contracts: [contract], sync: [...sync, timed] } },
  });
  await screen.findByText('No contracts match these filters.');
  screen.getByText('0 Contracts');
  for (const text of [
    'waiting will load the contracts when it connects',
    'sent was told to load the contracts',
    'done has loaded the contracts',
    'failed could not load the contracts',
    'unsupported does not use contracts',
    'expired did not load the contracts in time',
  ]) {
    screen.getByText(text);
  }
  expect(screen.getByText(/^World 1/).textContent).toBe(
    'World 1 has loaded the contracts · 2 Nov 2026, 10:04',
  );
});

test('a contract of one amount shows it once, and weights that are all zero have no share', async () => {
  const one = { ...contract, enabled: true, minAmount: 1000, maxAmount: 1000 };
  const enable = 'PATCH /api/admin/contracts/{id}';
  const { user } = await renderScreen(<ContractTable contracts={[one]} all={[one]} />, {
    address: '/admin/contracts',
    as: 'admin',
    answers: { [enable]: contract },
  });
  const cells = [...document.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent);
  expect(cells[0]).toContain('Delivery · level 15 · 1,000');
  expect([cells[3], cells[6]]).toEqual(['1,000', '0 ']);
  const links = [...document.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/admin/contracts?edit=7',
    '/admin/contracts?edit=7',
    '/admin/contracts?copy=7',
  ]);
  await user.click(screen.getByRole('switch'));
  await screen.findByText('Ore for the smith is no longer in use.');
  expect(requests(enable)[0]?.body).toEqual({ enabled: false });
});

test('the skills that contracts mostly need come first', async () => {
  changeSite({ skills: ['Attack', 'Fishing', 'Cooking', 'Mining'] });
  const item = { ...contract, skill: 'Cooking' };
  await renderScreen(<ContractEditor edited={{ kind: 'copy', item }} />, {
    address: '/admin/contracts',
    as: 'admin',
  });
  screen.getByText('New Contract from a Copy');
  const select = screen.getByLabelText<HTMLSelectElement>('Skill');
  expect([...select.options].map(({ text }) => text).filter(Boolean)).toEqual([
    'Mining',
    'Fishing',
    'Attack',
    'Cooking',
  ]);
  expect(select.value).toBe('Cooking');
});
