import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  adjustBalance,
  changeRights,
  listUsers,
  noteInfraction,
  rankNames,
  sanctionPlayer,
  VersionQuery,
} from './players.ts';

const key = '00000000-0000-4000-8000-000000000000';

/** Each value of a field, in a request that is valid otherwise. */
function refused(schema: z.core.$ZodType, whole: object, field: string, values: unknown[]) {
  return values.filter((value) => !z.safeParse(schema, { ...whole, [field]: value }).success);
}

test.each<[string, z.core.$ZodType, object, string, unknown[], unknown[]]>([
  [
    'the reason of a sanction',
    sanctionPlayer.body!,
    { reason: 'x', expiresAt: null, version: 1 },
    'reason',
    ['x', 'x'.repeat(300), ` ${'x'.repeat(300)} `],
    ['', '  ', 'x'.repeat(301), undefined],
  ],
  [
    'the end of a sanction',
    sanctionPlayer.body!,
    { reason: 'x', expiresAt: null, version: 1 },
    'expiresAt',
    [null, '2099-01-02T03:04:05Z'],
    [undefined, '', 'tomorrow', '2099-01-02'],
  ],
  [
    'the kind of a sanction',
    sanctionPlayer.params!,
    { username: 'Ada', kind: 'ban' },
    'kind',
    ['ban', 'mute'],
    ['kick', '', undefined],
  ],
  [
    'the note of an infraction',
    noteInfraction.body!,
    { note: 'x', version: 1 },
    'note',
    ['x', 'x'.repeat(500)],
    ['', ' ', 'x'.repeat(501)],
  ],
  [
    'the reason for coins',
    adjustBalance.body!,
    { amount: 5, reason: 'x', key, version: 1 },
    'reason',
    ['x', 'x'.repeat(300)],
    ['', 'x'.repeat(301)],
  ],
  [
    'the key for coins',
    adjustBalance.body!,
    { amount: 5, reason: 'x', key, version: 1 },
    'key',
    [key],
    ['', 'x', undefined],
  ],
  [
    'rights',
    changeRights.body!,
    { rights: 1, version: 1 },
    'rights',
    [0, 1, 2, 3],
    [-1, 4, 1.5, '1', undefined],
  ],
  [
    'permissions',
    changeRights.body!,
    { rights: 1, version: 1 },
    'permissions',
    [undefined, [], ['news', 'inbox']],
    [['admin'], 'news', Array.from({ length: 21 }, () => 'news'), null],
  ],
  ['a version', VersionQuery, {}, 'version', ['0', '9'.repeat(9)], ['', '-1', '1'.repeat(10), 1]],
  [
    'rights in a filter',
    listUsers.query!,
    {},
    'rights',
    ['0', '1', '2', '3', 'staff', undefined],
    ['4', '', 'admin'],
  ],
  ['a state in a filter', listUsers.query!, {}, 'state', ['banned', 'muted'], ['kicked', '']],
  [
    'an order',
    listUsers.query!,
    {},
    'sort',
    ['name', 'name-desc', 'newest', 'oldest'],
    ['email', ''],
  ],
])('%s has these limits', (_what, schema, whole, field, good, bad) => {
  expect(refused(schema, whole, field, good)).toEqual([]);
  expect(refused(schema, whole, field, bad)).toEqual(bad);
});

test('each rank has a name', () => {
  expect(Object.entries(rankNames)).toEqual([
    ['0', 'Player'],
    ['1', 'Player moderator'],
    ['2', 'Staff'],
    ['3', 'Admin'],
  ]);
});
