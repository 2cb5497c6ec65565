import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Contract } from '#shared/endpoints/contracts.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Clerk', 3);
});
afterAll(() => site.close());

const draft = {
  name: 'Oak for the shipwright',
  type: 'Gather',
  skill: 'Woodcutting',
  level: 15,
  npcId: 519,
  npcName: 'Shipwright',
  itemId: 1521,
  minAmount: 20,
  maxAmount: 40,
  weight: 10,
  description: 'Planks do not grow on trees.',
  enabled: true,
};

function sendAsAdmin(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return site.app.inject(json(method, `/api/admin/contracts${path}`, body, admin));
}

async function list(): Promise<Contract[]> {
  const answer = await site.app.inject({
    url: '/api/admin/contracts',
    headers: { cookie: admin.cookie },
  });
  return answer.json<{ contracts: Contract[] }>().contracts;
}

test('a contract is created, updated, disabled and deleted, and each step is audited', async () => {
  const created = (await sendAsAdmin('POST', '', draft)).json<Contract>();
  expect(created).toEqual({
    ...draft,
    id: expect.any(Number),
    version: 1,
    updatedAt: expect.any(String),
    updatedBy: 'Clerk',
  });
  const sibling = (
    await sendAsAdmin('POST', '', { ...draft, name: 'Copy', copyOf: created.id })
  ).json<Contract>();
  const changed = await sendAsAdmin('PUT', `/${created.id}`, { ...draft, level: 16, version: 1 });
  expect(changed.json()).toMatchObject({ level: 16, version: 2 });
  const late = await sendAsAdmin('PUT', `/${created.id}`, { ...draft, level: 17, version: 1 });
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'contracts/outdated' }]);
  const second = await site.addPlayer('Second Clerk', 3);
  const off = json('PATCH', `/api/admin/contracts/${created.id}`, { enabled: false }, second);
  expect((await site.app.inject(off)).json()).toMatchObject({
    ...draft,
    level: 16,
    enabled: false,
    version: 3,
    updatedBy: 'Second Clerk',
  });
  expect((await sendAsAdmin('DELETE', `/${created.id}`)).statusCode).toBe(204);
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PUT', draft],
    ['PATCH', { enabled: true }],
  ] as const) {
    const gone = await sendAsAdmin(method, `/${created.id}`, body);
    expect([gone.statusCode, gone.json()]).toMatchObject([404, { code: 'contracts/not-found' }]);
  }
  // None of this changed the other contract.
  expect((await list()).find(({ id }) => id === sibling.id)).toEqual(sibling);
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'before', 'after'])
    .where('subject', 'in', [String(created.id), String(sibling.id)])
    .where('action', 'like', 'contracts/%')
    .orderBy('id')
    .execute();
  const sixteen = { ...draft, level: 16 };
  expect(audited).toEqual([
    { actor_name: 'Clerk', action: 'contracts/created', before: null, after: draft },
    {
      actor_name: 'Clerk',
      action: 'contracts/duplicated',
      before: null,
      after: { ...draft, name: 'Copy', copyOf: created.id },
    },
    { actor_name: 'Clerk', action: 'contracts/changed', before: draft, after: sixteen },
    {
      actor_name: 'Second Clerk',
      action: 'contracts/changed',
      before: sixteen,
      after: { ...sixteen, enabled: false },
    },
    {
      actor_name: 'Clerk',
      action: 'contracts/deleted',
      before: { ...sixteen, enabled: false },
      after: null,
    },
  ]);
});

test('the lowest and highest values of a contract are accepted', async () => {
  const lowest = {
    ...draft,
    name: 'x',
    type: 'Delivery',
    level: 1,
    npcId: 0,
    itemId: 0,
    minAmount: 1,
    maxAmount: 1,
    weight: 0,
    description: '',
  };
  const highest = {
    ...draft,
    name: 'x'.repeat(80),
    level: 99,
    npcId: 65_535,
    npcName: 'y'.repeat(60),
    itemId: 65_535,
    minAmount: 1_000_000,
    maxAmount: 1_000_000,
    weight: 1_000,
    description: 'z'.repeat(500),
  };
  for (const body of [lowest, highest]) {
    const saved = await sendAsAdmin('POST', '', body);
    expect([saved.statusCode, saved.json()]).toMatchObject([200, body]);
  }
  expect((await list()).slice(-2)).toMatchObject([lowest, highest]);
  const { weight: _weight, description: _description, enabled: _enabled, ...short } = draft;
  expect((await sendAsAdmin('POST', '', short)).json()).toMatchObject({
    ...short,
    weight: 10,
    description: '',
    enabled: true,
  });
});

test('an invalid contract is refused with an error for the wrong field', async () => {
  const invalid: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ type: 'Fetch' }, 'type'],
    [{ skill: 'Overall' }, 'skill'],
    [{ level: 0 }, 'level'],
    [{ level: 100 }, 'level'],
    [{ minAmount: 0 }, 'minAmount'],
    [{ minAmount: 50 }, 'maxAmount'],
    [{ itemId: -1 }, 'itemId'],
    [{ weight: 1_001 }, 'weight'],
    [{ weight: -1 }, 'weight'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ npcName: 'y'.repeat(61) }, 'npcName'],
    [{ npcId: 65_536 }, 'npcId'],
    [{ itemId: 65_536 }, 'itemId'],
    [{ maxAmount: 1_000_001 }, 'maxAmount'],
    [{ minAmount: 41 }, 'maxAmount'],
    [{ description: 'z'.repeat(501) }, 'description'],
  ];
  for (const [change, field] of invalid) {
    const answer = await sendAsAdmin('POST', '', { ...draft, ...change });
    expect(answer.statusCode, field).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
  }
});

test('the game gets the enabled contracts, and 304 while they have not changed', async () => {
  const server = await addTestServer(site);
  const created = (
    await sendAsAdmin('POST', '', { ...draft, name: 'For the game' })
  ).json<Contract>();
  const hidden = await sendAsAdmin('POST', '', { ...draft, name: 'Not yet', enabled: false });
  const first = await server.get('/contracts');
  const names = first.json<{ contracts: { name: string }[] }>().contracts.map(({ name }) => name);
  expect(names).toContain('For the game');
  expect(names).not.toContain('Not yet');
  const etag = String(first.headers['etag']);
  const same = await server.get('/contracts', { 'if-none-match': etag });
  expect(same.statusCode).toBe(304);
  expect(same.body).toBe('');
  await sendAsAdmin('PUT', `/${hidden.json<Contract>().id}`, {
    ...draft,
    name: 'Still not',
    enabled: false,
  });
  expect((await server.get('/contracts', { 'if-none-match': etag })).statusCode).toBe(304);
  // Saved as it is: only its version and time change, which the game does not get.
  await sendAsAdmin('PUT', `/${created.id}`, { ...draft, name: 'For the game' });
  expect((await server.get('/contracts', { 'if-none-match': etag })).statusCode).toBe(304);
  const { contracts } = first.json<{ contracts: { id: number }[] }>();
  expect(contracts.find(({ id }) => id === created.id)).toEqual({
    ...omitEnabled({ ...draft, name: 'For the game' }),
    id: created.id,
  });
  await sendAsAdmin('PATCH', `/${created.id}`, { enabled: false });
  expect((await server.get('/contracts', { 'if-none-match': etag })).statusCode).toBe(200);
});

function omitEnabled({ enabled: _enabled, ...rest }: typeof draft) {
  return rest;
}

test('several edits send the game a single reload command', async () => {
  const server = await addTestServer(site);
  const created = (
    await sendAsAdmin('POST', '', { ...draft, name: 'Often edited' })
  ).json<Contract>();
  for (let level = 20; level < 25; level++)
    await sendAsAdmin('PUT', `/${created.id}`, { ...draft, level });
  const sent = (await server.get('/commands')).json<{
    commands: { id: number; type: string }[];
  }>();
  const { commands } = sent;
  expect(commands.map(({ type }) => type)).toEqual(['reloadContracts']);
  // The first reload was sent, so a later change needs a new one, whatever was changed.
  let after = commands[0]?.id;
  for (const change of [
    () => sendAsAdmin('PUT', `/${created.id}`, { ...draft, level: 30 }),
    () => sendAsAdmin('PATCH', `/${created.id}`, { enabled: false }),
    () => sendAsAdmin('DELETE', `/${created.id}`),
    () => sendAsAdmin('POST', '/import', { contracts: [draft], mode: 'add' }),
  ]) {
    await change();
    const more = (await server.get(`/commands?after=${after}`)).json<typeof sent>().commands;
    expect(more).toMatchObject([{ type: 'reloadContracts', args: {}, notAfter: null }]);
    after = more[0]?.id;
  }
});

test('the list says for each game server whether it has loaded the contracts', async () => {
  const loaded = await addTestServer(site);
  await sendAsAdmin('POST', '', { ...draft, name: 'To load' });
  const sent = (await loaded.get('/commands')).json<{ commands: { id: number }[] }>().commands;
  await loaded.post(`/commands/${sent.at(-1)?.id}/result`, { status: 'failed' });
  const fresh = await addTestServer(site);
  const readSync = async () => {
    const { cookie } = admin;
    const answer = await site.app.inject({ url: '/api/admin/contracts', headers: { cookie } });
    return answer.json<{ sync: { state: string | null; at: string | null }[] }>().sync.slice(-2);
  };
  const names = await site.deps.db
    .selectFrom('game_servers')
    .select('name as server')
    .where('id', 'in', [loaded.id, fresh.id])
    .orderBy('id')
    .execute();
  const [{ finished_at: finishedAt }] = (await site.deps.db
    .selectFrom('game_commands')
    .select('finished_at')
    .where('id', '=', sent.at(-1)!.id)
    .execute()) as [{ finished_at: Date }];
  // Other commands do not count.
  const command = { type: 'broadcast', args: { message: 'Hello' } };
  const answer = await site.app.inject(json('POST', '/api/admin/commands', command, admin));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await readSync()).toEqual([
    { ...names[0], state: 'failed', at: finishedAt.toISOString() },
    { ...names[1], state: null, at: null },
  ]);
  await sendAsAdmin('POST', '', { ...draft, name: 'To load later' });
  expect(await readSync()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  await site.deps.db
    .updateTable('game_servers')
    .set({ removed_at: new Date() })
    .where('id', '=', fresh.id)
    .execute();
  expect((await readSync()).at(-1)).toMatchObject(names[0]!);
});

test('an export can be imported again, in addition to the contracts or replacing them', async () => {
  await sendAsAdmin('POST', '', { ...draft, name: 'Exported' });
  const answer = await site.app.inject({
    url: '/api/admin/contracts/export.json',
    headers: { cookie: admin.cookie },
  });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="contracts.json"');
  const file = answer.json<{ contracts: object[] }>();
  const before = await list();
  expect(file.contracts).toHaveLength(before.length);
  const replaced = await sendAsAdmin('POST', '/import', { ...file, mode: 'replace' });
  expect(replaced.json()).toEqual({ added: before.length, removed: before.length });
  const content = ({ id: _i, version: _v, updatedAt: _a, updatedBy: _b, ...rest }: Contract) =>
    rest;
  expect((await list()).map(content)).toEqual(before.map(content));
  await sendAsAdmin('POST', '/import', {
    contracts: [{ ...draft, name: 'One more' }],
    mode: 'add',
  });
  expect((await list()).map(content)).toEqual([
    ...before.map(content),
    { ...draft, name: 'One more' },
  ]);
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['subject', 'before', 'after'])
    .where('action', '=', 'contracts/imported')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const names = before.map(({ name }) => name);
  expect(audited).toEqual([
    { subject: 'add', before: null, after: { added: 1, removed: 0, names: ['One more'] } },
    {
      subject: 'replace',
      before: { contracts: file.contracts },
      after: { added: names.length, removed: names.length, names },
    },
  ]);
});

test('a contract must name a skill of the site', async () => {
  const before = await list();
  const unknown = { ...draft, skill: 'Sailing' };
  const refused = await sendAsAdmin('POST', '', unknown);
  expect(refused.json()).toMatchObject({
    code: 'request/invalid',
    fields: { skill: 'Choose a skill.' },
  });
  const file = await sendAsAdmin('POST', '/import', { contracts: [draft, unknown], mode: 'add' });
  expect(file.json()).toMatchObject({ fields: { 'contracts.1.skill': 'Choose a skill.' } });
  const update = await sendAsAdmin('PUT', `/${before[0]?.id}`, unknown);
  expect(update.json()).toMatchObject({ fields: { skill: 'Choose a skill.' } });
  expect(await list()).toEqual(before);
});

test('there are at most 500 contracts, whether added one by one, imported or replaced', async () => {
  await sql`
    insert into contracts
      (name, type, skill, level, npc_id, npc_name, item_id, min_amount, max_amount, updated_by)
    select 'One of many', 'Gather', 'Woodcutting', 15, 519, 'Shipwright', 1521, 20, 40, 'Clerk'
    from generate_series(1, ${499 - (await list()).length}::int)`.execute(site.deps.db);
  const importing = (mode: string, count: number) =>
    sendAsAdmin('POST', '/import', {
      mode,
      contracts: Array.from({ length: count }, () => draft),
    });
  const tooMany = { error: 'There can be at most 500 contracts.' };
  expect((await importing('add', 2)).json()).toMatchObject(tooMany);
  expect((await importing('add', 1)).json()).toEqual({ added: 1, removed: 0 });
  expect((await sendAsAdmin('POST', '', draft)).json()).toMatchObject(tooMany);
  expect((await importing('add', 1)).json()).toMatchObject(tooMany);
  expect((await importing('replace', 2)).json()).toEqual({ added: 2, removed: 500 });
});

test('a file with one invalid contract changes nothing', async () => {
  const before = await list();
  const file = { contracts: [draft, { ...draft, level: 0 }], mode: 'replace' };
  const refused = await sendAsAdmin('POST', '/import', file);
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ fields: object }>().fields).toHaveProperty('contracts.1.level');
  expect(await list()).toEqual(before);
});
