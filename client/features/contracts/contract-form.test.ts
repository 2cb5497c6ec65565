import { expect, test } from 'vitest';

import { editorSearch } from '#client/lib/search.ts';
import { makeTestSite } from '#client/testing/test-site.ts';
import { readEditor } from '#client/ui/layout/editor-page.tsx';
import type { Contract } from '#shared/endpoints/contracts.ts';

import { readContractFile } from './contract-form.ts';
import { contractsSearch } from './contracts-search.ts';
import { filterContracts } from './filter-contracts.ts';

const search = contractsSearch(makeTestSite);

const contract = {
  name: 'Oak for the shipwright',
  type: 'Gather',
  skill: 'Woodcutting',
  level: 15,
  npcId: 519,
  npcName: 'Shipwright',
  itemId: 1521,
  minAmount: 20,
  maxAmount: 40,
};

test('a file may be an export or a plain array, and missing fields get their defaults', () => {
  const expected = { ...contract, weight: 10, description: '', enabled: true };
  expect(readContractFile(JSON.stringify([contract])).file?.contracts).toEqual([expected]);
  expect(readContractFile(JSON.stringify({ contracts: [contract] })).file?.contracts).toEqual([
    expected,
  ]);
});

test('an error in a file names the contract and the field', () => {
  expect(readContractFile('{').problem).toBe('This file is not JSON.');
  expect(readContractFile('[]').problem).toBe('The file contains no contracts.');
  const wrong = JSON.stringify([contract, { ...contract, level: 0 }]);
  expect(readContractFile(wrong).problem).toBe(
    'Contract 2, level: Use a whole number from 1 to 99.',
  );
});

test('the search parameters select the view', () => {
  const readView = (given: object) => readEditor(editorSearch.read(given));
  expect(readView({ edit: 'new' }).kind).toBe('new');
  expect(readView({ edit: 7 })).toEqual({ kind: 'edit', id: '7' });
  expect(readView({ copy: '7' })).toEqual({ kind: 'copy', id: '7' });
  expect(readView({ edit: 'x', skill: 'Dancing' })).toEqual({ kind: 'list' });
  expect(search.read({ skill: 'Dancing' }).skill).toBeUndefined();
  expect(search.read({ skill: 'Mining' }).skill).toBe('Mining');
});

test('the list is filtered by skill, type and text', () => {
  const stored = { ...contract, id: 1 } as Contract;
  const all = { skill: undefined, type: undefined, q: '' };
  expect(filterContracts([stored], all)).toHaveLength(1);
  expect(filterContracts([stored], { ...all, q: 'SHIP' })).toHaveLength(1);
  expect(filterContracts([stored], { ...all, q: '1521' })).toHaveLength(1);
  expect(filterContracts([stored], { ...all, skill: 'Mining' })).toHaveLength(0);
  expect(filterContracts([stored], { ...all, type: 'Delivery' })).toHaveLength(0);
  expect(filterContracts([stored], { ...all, q: ' oak ' })).toHaveLength(1);
  const ore = { ...stored, id: 2, name: 'Ore', skill: 'Mining', npcName: 'Smith' };
  const log = { ...stored, id: 3, type: 'Delivery', itemId: 9 } as Contract;
  const idsOf = (change: object) =>
    filterContracts([stored, ore, log], { ...all, ...change }).map(({ id }) => id);
  expect(idsOf({ skill: 'Woodcutting', type: 'Gather' })).toEqual([1]);
  expect(idsOf({ type: 'Gather', q: '1521' })).toEqual([1, 2]);
  expect(idsOf({ skill: 'Woodcutting', q: 'ship' })).toEqual([1, 3]);
});
