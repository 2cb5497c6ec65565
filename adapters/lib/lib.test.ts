import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';

import { closeOnSignal } from '#shared-node/close-on-signal.ts';
import { withTimeLimit } from '#shared-node/with-time-limit.ts';
import { pollCommands } from '#shared/endpoints/bridge-commands.ts';
import { ackDelivery, claimDeliveries } from '#shared/endpoints/bridge-deliveries.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';

import { startFakeSite } from '../testing/fake-site.ts';
import { waitFor } from '../testing/wait-for.ts';
import { BridgeRefusal, createBridge } from './bridge-client.ts';
import type { Bridge } from './bridge-client.ts';
import { checkSite } from './check-site.ts';
import { checkPort, checkStateFolder, printFindings } from './check.ts';
import { followCommands } from './commands.ts';
import type { CommandOutcome } from './commands.ts';
import { acknowledge, applyDeliveries, claimAll, noDeliveries } from './deliveries.ts';
import type { Applied, DeliveryNotes } from './deliveries.ts';
import { openDurableValue, writeDurably } from './durable-file.ts';
import { sendHeartbeats } from './heartbeat.ts';
import { createHiscoresOutbox } from './hiscores-outbox.ts';
import { reportItemList } from './item-list.ts';
import type { KillPoint } from './kill-points.ts';
import { createLog, silentLog } from './log.ts';
import { isClaimCode, sendNameClaim } from './name-claims.ts';
import { openRecordStore } from './record-store.ts';
import { bridgeSettings, flag, parseSettings, port } from './settings.ts';
import { createSiteSkills } from './site-skills.ts';
import { lockStateFolder } from './state-lock.ts';

describe('a durable file', () => {
  it.each<KillPoint>(['writing', 'written'])(
    'keeps its old contents if interrupted while %s, and the next write succeeds',
    async (point) => {
      const file = path.join(await makeFolder(), 'value');
      await writeDurably(file, 'old');
      const interrupted = writeDurably(file, 'new', (reached) => {
        if (reached === point) throw new Error('interrupted');
      });
      await expect(interrupted).rejects.toThrow('interrupted');
      expect(await readFile(file, 'utf8')).toBe('old');
      await writeDurably(file, 'newer');
      expect(await readFile(file, 'utf8')).toBe('newer');
    },
  );

  it('stores bytes and non-ASCII text unchanged', async () => {
    const file = path.join(await makeFolder(), 'value');
    await writeDurably(file, 'ééé€');
    expect(await readFile(file, 'utf8')).toBe('ééé€');
    await writeDurably(file, Buffer.of(1, 2, 255));
    expect(await readFile(file)).toEqual(Buffer.of(1, 2, 255));
  });

  it('keeps the last of many writes across a restart', async () => {
    const file = path.join(await makeFolder(), 'deeper', 'value.json');
    const value = await openDurableValue(file, { n: 0 });
    await Promise.all([1, 2, 3].map((n) => value.set({ n })));
    expect((await openDurableValue(file, { n: 0 })).get()).toEqual({ n: 3 });
  });
});

describe('the record store', () => {
  it('treats spellings of one name as one player, and rejects names that leave the folder', async () => {
    const folder = await makeFolder();
    const store = await openRecordStore<{ n: number }>(folder);
    await store.write('Iron Man', { n: 1 });
    expect(await store.find('iron_man')).toEqual({ n: 1 });
    expect(await store.list()).toEqual(['iron man']);
    for (const name of ['../x', 'a/b', '', '.', 'a\0b', 'x'.repeat(13)]) {
      await expect(store.find(name), name).rejects.toThrow('not a player');
    }
  });

  it('runs the changes to one player one at a time, also after a failure', async () => {
    const store = await openRecordStore<{ n: number }>(await makeFolder());
    const add = () =>
      store.exclusively('aria', async () => {
        const { n } = (await store.find('aria')) ?? { n: 0 };
        await store.write('aria', { n: n + 1 });
      });
    const failing = store.exclusively('aria', () => Promise.reject(new Error('no')));
    await Promise.all([add(), add(), expect(failing).rejects.toThrow('no'), add()]);
    expect(await store.find('aria')).toEqual({ n: 3 });
  });
});

it('a record gets a new name, unless it is missing or the name is taken', async () => {
  const store = await openRecordStore<{ n: number }>(await makeFolder());
  await store.write('Iron Ada', { n: 1 });
  await store.write('Bram', { n: 2 });
  expect(await store.rename('iron_ada', 'BRAM')).toBe('taken');
  expect(await store.rename('Nina', 'Ada')).toBe('missing');
  expect(await store.find('Bram')).toEqual({ n: 2 });
  expect(await store.rename('iron_ada', 'Ada')).toBe('renamed');
  expect(await store.rename('iron_ada', 'Ada')).toBe('missing');
  expect((await store.list()).toSorted()).toEqual(['ada', 'bram']);
  expect(await store.find('ada')).toEqual({ n: 1 });
  await expect(store.rename('ada', '../ada')).rejects.toThrow('not a player');
});

describe('the state folder lock', () => {
  const lockQuickly = (folder: string) =>
    lockStateFolder(folder, silentLog, { heartbeatMs: 20, silenceMs: 200 });

  it('has one holder at a time', async () => {
    const folder = await makeFolder();
    const lock = await lockQuickly(folder);
    await expect(lockQuickly(folder)).rejects.toThrow('in use by another adapter');
    await lock.release();
    await (await lockQuickly(folder)).release();
  });

  it('is taken over from a killed process, even with an incomplete lock file', async () => {
    const folder = await makeFolder();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const holder = JSON.stringify({ pid: child.pid, token: 'theirs' });
    await writeFile(path.join(folder, 'lock'), holder);
    await expect(lockQuickly(folder)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await lockQuickly(folder)).release();
    await writeFile(path.join(folder, 'lock'), '{"pid": 1');
    await (await lockQuickly(folder)).release();
  });

  it('goes to exactly one of many concurrent callers', async () => {
    const stale = JSON.stringify({ pid: 2 ** 22 + 5, token: 'gone' });
    for (let round = 0; round < 50; round++) {
      const folder = await makeFolder();
      if (round % 2 === 0) await writeFile(path.join(folder, 'lock'), stale);
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => lockQuickly(folder)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['lock']);
    }
  });
});

describe('settings', () => {
  const Settings = z.object({
    ...bridgeSettings,
    PORT: port.default(1),
    MEMBERS: flag.default(true),
  });

  it('errors name the setting', () => {
    const token = 'gb_1_abc';
    const parse = (given: Record<string, string>) => parseSettings(Settings, given);
    expect(() => parse({})).toThrow('Setting BRIDGE_TOKEN: is missing: create a token');
    expect(() => parse({ BRIDGE_TOKEN: 'abc' })).toThrow('Setting BRIDGE_TOKEN: must look like');
    expect(() => parse({ BRIDGE_TOKEN: token, BRIDGE_URL: 'x' })).toThrow('Setting BRIDGE_URL');
    expect(() => parse({ BRIDGE_TOKEN: token, PORT: '70000' })).toThrow(
      'Setting PORT: must be at most',
    );
    expect(() => parse({ BRIDGE_TOKEN: token, MEMBERS: 'maybe' })).toThrow('use "on" or "off"');
    expect(parse({ BRIDGE_TOKEN: token, PORT: '', MEMBERS: 'off' })).toEqual({
      BRIDGE_URL: 'http://127.0.0.1:3000',
      BRIDGE_TOKEN: token,
      PORT: 1,
      MEMBERS: false,
    });
  });
});

describe('the bridge client', () => {
  it('retries a call with the same key until it is answered', async () => {
    const keys: unknown[] = [];
    const { bridge } = await listen((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else if (keys.length === 2) response.writeHead(503).end();
      else if (keys.length === 3) response.writeHead(200).end('{"leaseId":');
      else response.writeHead(200).end('{"leaseId":null,"leaseUntil":null,"items":[]}');
    });
    const body = { player: 'aria', session: 's' };
    expect(await bridge.call(claimDeliveries, { body })).toMatchObject({ items: [] });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(4);
  });

  it('sends the token and what the caller adds, without a key for reads', async () => {
    const requests: IncomingMessage[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      requests.push(request);
      response.end('{"commands":[]}');
    };
    const { url } = await listen(answer);
    const { signal } = new AbortController();
    const more = { token: 'gb_1_x', signal, log: silentLog, userAgent: 'Game/1' };
    const bridge = createBridge({ ...more, url: `${url}//` });
    await bridge.call(pollCommands, { query: { after: 3 } }, { headers: { 'if-none-match': 'e' } });
    const claim = { body: { player: 'a', session: 's' } };
    await bridge.call(claimDeliveries, claim, { idempotencyKey: 'mine' });
    const [read, write] = requests;
    expect(read).toMatchObject({
      method: 'GET',
      url: '/api/bridge/v1/commands?after=3',
      headers: { authorization: 'Bearer gb_1_x', 'user-agent': 'Game/1', 'if-none-match': 'e' },
    });
    for (const header of ['idempotency-key', 'content-type']) {
      expect(read?.headers).not.toHaveProperty(header);
    }
    expect(write).toMatchObject({
      method: 'POST',
      url: '/api/bridge/v1/deliveries/claim',
      headers: { 'idempotency-key': 'mine', 'content-type': 'application/json' },
    });
  });

  it.each([408, 425, 429, 500, 502])('retries after the answer %i', async (status) => {
    let calls = 0;
    const { bridge } = await listen((_, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? status : 200).end('{"commands":[]}');
    });
    expect(await bridge.call(pollCommands, { query: {} })).toEqual({ commands: [] });
    expect(calls).toBe(2);
  });

  it.each([400, 401, 404, 409, 413])('does not retry after the answer %i', async (status) => {
    let calls = 0;
    const { bridge } = await listen((_, response) => {
      calls += 1;
      response.writeHead(status).end();
    });
    await expect(bridge.call(pollCommands, { query: {} })).rejects.toMatchObject({
      status,
      code: '',
      message: `answer ${status}`,
    });
    expect(calls).toBe(1);
  });

  it('does not retry a refusal, and passes on its message', async () => {
    let calls = 0;
    const { bridge } = await listen((_, response) => {
      calls += 1;
      response.writeHead(403).end('{"error":"No such right.","code":"bridge/scope-missing"}');
    });
    const call = bridge.call(ackDelivery, { params: { id: 'x' }, body: { status: 'applied' } });
    await expect(call).rejects.toMatchObject({ status: 403, message: 'No such right.' });
    expect(calls).toBe(1);
  });

  it('does not follow redirects, which could send the token elsewhere', async () => {
    const paths: unknown[] = [];
    const { bridge } = await listen((request, response) => {
      paths.push(request.url);
      if (paths.length > 1) response.writeHead(200).end('{"commands":[]}');
      else response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const call = bridge.call(pollCommands, { query: {} }, { attempts: 1 });
    await expect(call).rejects.toThrow('fetch failed');
    expect(paths).toEqual(['/api/bridge/v1/commands']);
  });

  it('waits as long as Retry-After says', async () => {
    let at = 0;
    const { bridge } = await listen((_, response) => {
      const isSecond = at > 0;
      at ||= Date.now();
      if (isSecond) response.writeHead(200).end('{"commands":[]}');
      else response.writeHead(429, { 'retry-after': '0.5' }).end();
    });
    await bridge.call(pollCommands, { query: {} });
    // Without Retry-After the first pause is at most 250 ms.
    expect(Date.now() - at).toBeGreaterThanOrEqual(490);
  });

  it('does not wait longer than an hour, whatever Retry-After says', async () => {
    let calls = 0;
    const { bridge } = await listen((_, response) => {
      calls += 1;
      if (calls > 1) response.writeHead(200).end('{"commands":[]}');
      else response.writeHead(503, { 'retry-after': '3601' }).end();
    });
    // It would give up at once if it had to wait for an hour.
    const options = { deadlineMs: 600_000 };
    expect(await bridge.call(pollCommands, { query: {} }, options)).toEqual({ commands: [] });
  });

  it('says once that the website is away and once that it is back, and a refusal is an answer', async () => {
    const answers = [503, 503, 404, 200, 502, 404];
    const { url } = await listen((_, response) => {
      response.writeHead(answers.shift() ?? 200).end('{"commands":[]}');
    });
    const lines: string[] = [];
    const log = {
      info: (text: string) => void lines.push(text),
      warn: (text: string) => void lines.push(`warning: ${text}`),
    };
    const { signal } = new AbortController();
    const bridge = createBridge({ url, token: 'gb_1_x', signal, log });
    for (let call = 0; call < 6; call += 1) {
      await bridge.call(pollCommands, { query: {} }, { attempts: 1 }).catch(() => {});
    }
    const away = 'warning: The website cannot be reached; retrying.';
    const back = 'The website is reachable again.';
    expect(lines).toEqual([away, back, away, back]);
  });

  it('gives up after its attempts or deadline, and at once when aborted', async () => {
    const { bridge, stopping } = await listen(() => {});
    await expect(bridge.call(pollCommands, { query: {} }, { deadlineMs: 200 })).rejects.toThrow(
      /abort/i,
    );
    const twice = bridge.call(pollCommands, { query: {} }, { attempts: 2, timeoutMs: 50 });
    await expect(twice).rejects.toThrow(/abort/i);
    const endless = bridge.call(pollCommands, { query: {} });
    setTimeout(() => stopping.abort(), 50);
    await expect(endless).rejects.toThrow(/abort/i);
  });
});

describe('commands', () => {
  it('keeps the newest result when there are more than 500, so a restart does not repeat it', async () => {
    const site = await startFakeSite();
    onTestFinished(() => site.stop());
    const file = path.join(await makeFolder(), 'commands.json');
    const done: CommandOutcome = { status: 'done' };
    const earlier = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [at + 1, done]));
    await (await openDurableValue(file, {})).set(earlier);
    site.commands.push({ id: 501, type: 'broadcast', args: { message: 'Once' }, notAfter: null });
    const runs: number[] = [];
    /** Runs the command loop until `isOver`, like one run of an adapter. */
    const follow = async (isOver: () => boolean | Promise<boolean>) => {
      const stopping = new AbortController();
      const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
      const results = await openDurableValue<Record<string, CommandOutcome>>(file, {});
      const run = async ({ id }: { id: number }) => {
        runs.push(id);
        return done;
      };
      const following = followCommands({ bridge, results, run, log: silentLog, waitSeconds: 0 });
      await waitFor(isOver).finally(() => stopping.abort());
      await following;
    };

    let reports = 0;
    site.setFault((url) => {
      if (!url.endsWith('/result')) return undefined;
      reports += 1;
      return 'before';
    });
    // The first report is sent only after the result is on disk.
    await follow(() => reports > 0);
    site.setFault(undefined);
    await follow(() => site.resultOf(501) !== undefined);
    expect(runs).toEqual([501]);
    expect(site.resultOf(501)).toMatchObject({ status: 'done' });
  });

  it('reports results again to a website that was restored from a backup, and runs nothing twice', async () => {
    const site = await startFakeSite();
    onTestFinished(() => site.stop());
    const file = path.join(await makeFolder(), 'commands.json');
    const stopping = new AbortController();
    const ran: number[] = [];
    const following = followCommands({
      bridge: createBridge({ ...site, signal: stopping.signal, log: silentLog }),
      results: await openDurableValue<Record<string, CommandOutcome>>(file, {}),
      log: silentLog,
      waitSeconds: 0,
      async run({ id }) {
        ran.push(id);
        return { status: 'done', detail: `Run ${ran.length}` };
      },
    });
    const first = site.queue('broadcast', { message: 'In the backup' });
    const second = site.queue('broadcast', { message: 'After the backup' });
    await waitFor(() => site.resultOf(first) && site.resultOf(second));
    // The website of the backup waits for the first command and does not know the second.
    site.commands.splice(1);
    site.forgetResults();
    const third = second + 1;
    const args = { message: 'After the restore' };
    site.commands.push({ id: third, type: 'broadcast', args, notAfter: null });
    await waitFor(() => site.resultOf(first) && site.resultOf(third));
    stopping.abort();
    await following;
    expect(ran).toEqual([first, second, third]);
    expect(site.resultOf(first)).toEqual({ status: 'done', detail: 'Run 1' });
  });
});

it('reports unknown commands, wrong arguments and failures, each with its reason', async () => {
  const site = await startFakeSite();
  onTestFinished(() => site.stop());
  const stopping = new AbortController();
  const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
  const results = await openDurableValue(path.join(await makeFolder(), 'commands.json'), {});
  const player = 'Ada';
  const commands = [
    { id: 1, type: 'dance', args: {} },
    { id: 2, type: 'teleport', args: { player, x: -1, y: 2, height: 0 } },
    { id: 3, type: 'kick', args: { player } },
    { id: 4, type: 'unban', args: { player } },
    { id: 5, type: 'unmute', args: { player } },
  ].map((command) => ({ ...command, notAfter: null }));
  site.commands.push(...(commands as typeof site.commands));
  const ran: number[] = [];
  const run = async ({ id }: { id: number }): Promise<CommandOutcome> => {
    ran.push(id);
    if (id === 3) throw new Error('Ada is not here.');
    return { status: 'done', ...(id === 4 && { detail: 'x'.repeat(501) }) };
  };
  const following = followCommands({ bridge, results, run, log: silentLog, waitSeconds: 0 });
  await waitFor(() => commands.every(({ id }) => site.resultOf(id))).finally(() =>
    stopping.abort(),
  );
  await following;
  expect(commands.map(({ id }) => site.resultOf(id))).toEqual([
    { status: 'unsupported', detail: 'Unknown command.' },
    { status: 'failed', detail: 'The arguments are invalid.' },
    { status: 'failed', detail: 'Ada is not here.' },
    { status: 'done', detail: 'x'.repeat(500) },
    { status: 'done' },
  ]);
  expect(ran).toEqual([3, 4, 5]);
});

it('reports a command that came too late as expired, without running it', async () => {
  const site = await startFakeSite();
  onTestFinished(() => site.stop());
  const notAfter = new Date(Date.now() - 1000).toISOString();
  site.commands.push({ id: 7, type: 'kick', args: { player: 'Ada' }, notAfter });
  const stopping = new AbortController();
  const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
  const results = await openDurableValue(path.join(await makeFolder(), 'commands.json'), {});
  let runs = 0;
  const run = async (): Promise<CommandOutcome> => {
    runs += 1;
    return { status: 'done' };
  };
  const following = followCommands({ bridge, results, run, log: silentLog, waitSeconds: 0 });
  await waitFor(() => site.resultOf(7)).finally(() => stopping.abort());
  await following;
  expect(site.resultOf(7)).toMatchObject({ status: 'expired' });
  expect(runs).toBe(0);
});

describe('deliveries', () => {
  type Bag = DeliveryNotes & { items: number[] };
  const item = (id: string, itemId: number) => ({ id, itemId, itemName: 'Rune', quantity: 1 });
  const put = (bag: Bag, { itemId }: { itemId: number }): Applied<Bag> =>
    itemId === 13
      ? { refusal: 'The bag is full.', retryable: true }
      : { state: { ...bag, items: [...bag.items, itemId] } };

  it('are applied once and noted; refused ones are not noted', () => {
    const { state, refused } = applyDeliveries<Bag>(
      { ...noDeliveries, items: [] },
      [item('a', 1), item('b', 13), item('c', 3), item('c', 3)],
      { kinds: ['item'], apply: put },
    );
    expect(state).toEqual({ items: [1, 3], applied: ['a', 'c'], unacknowledged: ['a', 'c'] });
    expect(refused).toEqual([{ id: 'b', reason: 'The bag is full.', retryable: true }]);
  });

  it('of a bundle are applied together or not at all, and a kind that the game did not name is refused', () => {
    const bundle = (id: string, itemIds: number[]): BridgeDelivery => ({
      ...item(id, 0),
      kind: 'bundle',
      contents: itemIds.map((itemId) => ({ itemId, itemName: 'Part', quantity: 1 })),
    });
    const { state, refused } = applyDeliveries<Bag>(
      { ...noDeliveries, items: [] },
      [bundle('a', [1, 2]), bundle('b', [3, 13]), { ...item('c', 0), kind: 'rank', value: 'king' }],
      { kinds: ['item', 'bundle'], apply: put },
    );
    expect(state).toEqual({ items: [1, 2], applied: ['a'], unacknowledged: ['a'] });
    expect(refused).toEqual([
      { id: 'b', reason: 'The bag is full.', retryable: true },
      { id: 'c', reason: 'The game cannot deliver a rank.', retryable: false },
    ]);
  });

  it('that are offered again are acknowledged again, without being applied again', () => {
    const before: Bag = { items: [1, 2], applied: ['a', 'b'], unacknowledged: ['b'] };
    const { state, refused } = applyDeliveries(before, [item('a', 1), item('b', 2)], {
      kinds: ['item'],
      apply: put,
    });
    expect(state).toEqual({ items: [1, 2], applied: ['a', 'b'], unacknowledged: ['b', 'a'] });
    expect(refused).toEqual([]);
  });

  it('are acknowledged without the lease if applied, with it if refused; a refusal of the site is logged only', async () => {
    const sent: unknown[] = [];
    const warnings: string[] = [];
    const bridge = {
      call: async (_endpoint: unknown, input: { params: { id: string } }) => {
        sent.push(input);
        if (input.params.id === 'b')
          throw new BridgeRefusal(409, 'bridge/delivery-settled', 'Settled.');
      },
    } as unknown as Bridge;
    const acknowledged = await acknowledge({
      bridge,
      applied: ['a', 'b'],
      refused: [{ id: 'c', reason: 'The bag is full.', retryable: false }],
      leaseId: 'lease-1',
      reach: () => {},
      log: { ...silentLog, warn: (text) => void warnings.push(text) },
    });
    expect(acknowledged).toEqual(['a', 'b']);
    const refusal = { status: 'failed', reason: 'The bag is full.', retryable: false };
    expect(sent).toEqual([
      { params: { id: 'a' }, body: { status: 'applied' } },
      { params: { id: 'b' }, body: { status: 'applied' } },
      { params: { id: 'c' }, body: { ...refusal, leaseId: 'lease-1' } },
    ]);
    expect(warnings).toHaveLength(1);
  });
});

describe('a claim of all deliveries', () => {
  const player = 'Ada';
  /** Answers with pages of these sizes. */
  async function claimPages(sizes: number[], options: { failsAt?: number; deadlineMs?: number }) {
    const { failsAt, deadlineMs = 60_000 } = options;
    const sent: unknown[] = [];
    const bridge = {
      signal: new AbortController().signal,
      call: async (_endpoint: unknown, { body }: { body: unknown }) => {
        sent.push(body);
        const page = sent.length;
        if (page === failsAt) throw new BridgeRefusal(409, 'x', 'No.');
        const items = Array.from({ length: sizes[page - 1] ?? 50 }, (_, at) => ({
          id: `${page}-${at}`,
        }));
        return { leaseId: `lease ${page}`, items, hasAccount: page === 1 };
      },
    } as unknown as Bridge;
    const claimed = claimAll(bridge, { player, session: 's' }, { deadlineMs });
    return { sent, claimed };
  }

  it('asks for further pages in sessions of their own while a page is full', async () => {
    const { sent, claimed } = await claimPages([50, 50, 49], {});
    const { items, ...first } = await claimed;
    expect(first).toEqual({ leaseId: 'lease 1', hasAccount: true });
    expect([items.length, items[0]?.id, items[50]?.id, items.at(-1)?.id]).toEqual([
      149,
      '1-0',
      '2-0',
      '3-48',
    ]);
    expect(sent).toEqual([
      { player, session: 's', limit: 50 },
      { player, session: 's page 2', limit: 50 },
      { player, session: 's page 3', limit: 50 },
    ]);
  });

  it('ends after 20 pages, with half of the time, or with what it has when a page fails', async () => {
    const long = await claimPages([], {});
    expect((await long.claimed).items).toHaveLength(1000);
    expect(long.sent).toHaveLength(20);
    const late = await claimPages([], { deadlineMs: -1 });
    expect((await late.claimed).items).toHaveLength(50);
    const failing = await claimPages([50, 50], { failsAt: 3 });
    expect((await failing.claimed).items).toHaveLength(100);
    const refused = await claimPages([], { failsAt: 1 });
    await expect(refused.claimed).rejects.toThrow('No.');
  });
});

/** Answers each call with the next of these, and stops when they are used up. */
function bridgeThat(...answers: (object | Error)[]) {
  const stopping = new AbortController();
  const sent: { input: unknown; options: unknown }[] = [];
  const call = async (_endpoint: unknown, input: unknown, options: unknown) => {
    sent.push({ input, options });
    const answer = answers[sent.length - 1];
    if (sent.length >= answers.length) stopping.abort();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const bridge = { signal: stopping.signal, call } as unknown as Bridge;
  const lines: string[] = [];
  const log = {
    info: (text: string) => void lines.push(text),
    warn: (text: string) => void lines.push(`warning: ${text}`),
  };
  return { bridge, stopping, sent, lines, log };
}

it('the list of items is sent at the start and when it changes, and a refusal is not repeated', async () => {
  const refusal = (code: string) => new BridgeRefusal(403, code, 'No.');
  const { bridge, sent, lines, log, stopping } = bridgeThat(
    { items: 5 },
    refusal('bridge/scope-missing'),
    refusal('request/invalid'),
    {},
  );
  const lists = [undefined, 5, 5, undefined, 6, 6, 7, 7, 8].map((count) => count && { count });
  const load = () => {
    if (lists.length === 0) stopping.abort();
    return lists.shift() as { count: number } | undefined;
  };
  await reportItemList({ bridge, log, load, checkMs: 0 });
  expect(sent.map(({ input }) => input)).toEqual(
    [5, 6, 7, 8].map((count) => ({ body: { count } })),
  );
  expect(lines).toEqual(['warning: The website refused the list of the game’s items.']);
});

it('the list of items is sent again after an hour, since a restored website may have an old one', async () => {
  const { bridge, sent, log, stopping } = bridgeThat({}, {});
  const start = setClock();
  const ages = [0, 3_600_000, 3_600_001, undefined];
  const load = () => {
    const age = ages.shift();
    if (age === undefined) stopping.abort();
    else vi.setSystemTime(start + age);
    return { count: 5 };
  };
  await reportItemList({ bridge, log, load, checkMs: 0 });
  expect(sent).toHaveLength(2);
  expect(ages).toEqual([undefined]);
});

it('the skills of the website are asked for again after ten minutes', async () => {
  const lists = [1, 2].map((count) => Array.from({ length: count }, (_, gameId) => ({ gameId })));
  const { bridge, sent } = bridgeThat({ skills: lists[0] }, { skills: lists[1] }, {});
  const start = setClock();
  const skills = createSiteSkills(bridge);
  expect(await skills.get()).toEqual(lists[0]);
  vi.setSystemTime(start + 599_999);
  expect(await skills.get()).toEqual(lists[0]);
  vi.setSystemTime(start + 600_000);
  expect(await skills.get()).toEqual(lists[1]);
  expect(sent).toHaveLength(2);
});

/** A clock that only the test moves. */
function setClock(): number {
  const now = Date.parse('2026-05-05T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  return now;
}

it('a heartbeat is tried once, and none is sent while the state of the game is unknown', async () => {
  const { bridge, sent, lines, log } = bridgeThat({}, new Error('away'), {});
  const states = [undefined, { online: 1 }, { online: 2 }, undefined, { online: 3 }];
  const describe = () => states.shift() as never;
  await sendHeartbeats({ bridge, log, describe, seconds: 0 });
  const options = { attempts: 1, timeoutMs: 10_000 };
  expect(sent).toEqual([1, 2, 3].map((online) => ({ input: { body: { online } }, options })));
  expect(lines).toEqual(['warning: The heartbeat could not be sent.']);
});

it('a code that a player typed is sent to the website, whose answer is logged', async () => {
  const codes = ['claim2345678', 'claim2b3c4d5', 'claim1234567', 'claim2b3c4d', '9claim2345678'];
  expect(codes.map(isClaimCode)).toEqual([true, true, false, false, false]);
  const claim = { player: 'Ada', code: 'claim2345678' };
  const { bridge, sent, lines, log } = bridgeThat(
    { isClaimed: true },
    { isClaimed: false },
    new Error('away'),
    {},
  );
  for (let turn = 0; turn < 3; turn += 1) await sendNameClaim({ bridge, log }, claim);
  expect(sent[0]?.input).toEqual({ body: claim });
  expect(lines).toEqual([
    'Ada has claimed the name on the website.',
    'The website does not know the code that Ada typed.',
    'warning: Ada could not claim the name.',
  ]);
});

it('a website that sends the adapter elsewhere is reported with the address', async () => {
  const { url } = await listen((_, response) => {
    response.writeHead(308, { location: 'https://play.example/api' }).end();
  });
  const [finding, ...others] = await checkSite({ url, token: 'gb_1_x', scopes: ['heartbeat'] });
  expect(others).toEqual([]);
  expect(finding).toEqual({
    text: `${url} redirects to https://play.example/api.`,
    advice: 'Set BRIDGE_URL to the address it redirects to, without a path.',
  });
});

it('lines of the log have the time and the name of the adapter, and warnings their cause', () => {
  setClock();
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(['log', line]));
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(['error', line]));
  onTestFinished(() => void vi.restoreAllMocks());
  const log = createLog('simulator');
  log.info('Ready.');
  log.warn('Slow.');
  log.warn('Away.', new Error('no route'));
  log.warn('Odd.', { code: 7 });
  const start = '2026-05-05T12:00:00.000Z simulator:';
  expect(lines).toEqual([
    ['log', `${start} Ready.`],
    ['error', `${start} Slow.`],
    ['error', `${start} Away. (no route)`],
    ['error', `${start} Odd. ({"code":7})`],
  ]);
});

it('findings are printed with their advice and counted', () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const fine = { text: 'The folder is there.' };
  expect(printFindings([fine, { text: 'A port is taken.', advice: 'Stop it.' }], print)).toBe(
    false,
  );
  expect(printFindings([fine], print)).toBe(true);
  expect(lines).toEqual([
    'ok       The folder is there.',
    'MISSING  A port is taken.',
    '         Stop it.',
    'To fix: 1.',
    'ok       The folder is there.',
    'Everything is set.',
  ]);
});

it('a port is checked, which the adapter itself may use', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port: number } = taken.address() as AddressInfo;
  const check = (isRunning: boolean, host = '127.0.0.1') =>
    checkPort({ setting: 'PORT', host, port: number, isRunning });
  const at = `127.0.0.1:${number}`;
  expect(await check(true)).toEqual({ text: `PORT: the adapter listens on ${at}.` });
  expect(await check(false)).toEqual({
    text: `PORT: ${at} cannot be used (EADDRINUSE).`,
    advice: expect.stringContaining('Another program uses it') as string,
  });
  expect(await check(true, '192.0.2.1')).toMatchObject({
    advice: expect.stringContaining('Set LISTEN_HOST') as string,
  });
  taken.close();
  await once(taken, 'close');
  expect(await check(false)).toEqual({ text: `PORT: ${at} is free.` });
});

it('the state folder is checked, and can be used afterwards', async () => {
  const folder = await makeFolder();
  expect(await checkStateFolder(folder)).toEqual({
    isRunning: false,
    finding: { text: `STATE_DIR ${folder} is writable.` },
  });
  const lock = await lockStateFolder(folder, silentLog);
  expect(await checkStateFolder(folder)).toEqual({
    isRunning: true,
    finding: { text: `The adapter is running: it uses ${folder}.` },
  });
  await lock.release();
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await checkStateFolder(file)).toMatchObject({
    isRunning: false,
    finding: { advice: expect.stringContaining('set STATE_DIR') as string },
  });
});

it('the first signal closes a program in its own time, and a second one ends it at once', () => {
  // It ends the process ten seconds later.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const handlers = new EventEmitter();
  vi.spyOn(process, 'on').mockImplementation((name, handler) => {
    handlers.on(name, handler);
    return process;
  });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const close = vi.fn(() => new Promise<void>(() => {}));
  closeOnSignal(close);
  handlers.emit('SIGTERM');
  expect([close.mock.calls.length, exit.mock.calls]).toEqual([1, []]);
  handlers.emit('SIGINT');
  expect(exit.mock.calls[0]).toEqual([1]);
});

describe('a time limit', () => {
  // In Node.js 20 a limit made with AbortSignal.any and AbortSignal.timeout never ends here.
  it('holds although the garbage is collected', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let reason: unknown;
    const { signal } = new AbortController();
    const never = withTimeLimit({ ms: 100, signals: [signal] }, (limit) =>
      once(new EventEmitter(), 'never', { signal: limit }),
    );
    void never.catch((error: Error) => (reason = error.cause));
    await waitFor(() => {
      collectGarbage();
      return reason;
    });
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends with any of its signals, also with one that is aborted already', async () => {
    const [open, stopping] = [new AbortController(), new AbortController()];
    const wait = () =>
      withTimeLimit({ ms: 60_000, signals: [open.signal, stopping.signal] }, (limit) =>
        once(new EventEmitter(), 'never', { signal: limit }),
      );
    const first = wait();
    stopping.abort();
    await expect(first).rejects.toThrow(/abort/i);
    await expect(wait()).rejects.toThrow(/abort/i);
  });
});

describe('a command of an adapter that is killed', () => {
  it.each<[KillPoint, number]>([
    ['noted', 0],
    ['ran', 1],
  ])('at the point "%s" is reported as interrupted and never run again', async (point, runs) => {
    const { follow, ran, site, id } = await openCommands();
    await follow({ killAt: point });
    expect(ran).toHaveLength(runs);
    await follow({});
    expect(ran).toHaveLength(runs);
    expect(site.resultOf(id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('may have taken effect'),
    });
  });

  it('while it waits for the game, the command runs after the restart', async () => {
    const { follow, ran, site, id } = await openCommands();
    await follow({ isGameAway: true });
    expect(site.resultOf(id)).toBeUndefined();
    await follow({});
    expect(ran).toEqual([id]);
    expect(site.resultOf(id)).toEqual({ status: 'done' });
  });

  /** `follow` is one run of an adapter: until the command is reported, or until it is killed. */
  async function openCommands() {
    const site = await startFakeSite();
    onTestFinished(() => site.stop());
    const file = path.join(await makeFolder(), 'commands.json');
    const id = site.queue('broadcast', { message: 'Once' });
    const ran: number[] = [];
    const follow = async ({ killAt, isGameAway }: { killAt?: KillPoint; isGameAway?: boolean }) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      const bridge = createBridge({ ...site, signal, log: silentLog });
      const results = await openDurableValue<Record<string, CommandOutcome>>(file, {});
      let isWaiting = false;
      const following = followCommands({
        bridge,
        results,
        log: silentLog,
        waitSeconds: 0,
        async run(command, begin) {
          if (isGameAway) {
            isWaiting = true;
            await once(signal, 'abort');
            throw new Error('The adapter is stopping.');
          }
          await begin();
          ran.push(command.id);
          return { status: 'done' };
        },
        reach(point) {
          if (point !== killAt) return;
          stopping.abort();
          throw new Error('killed');
        },
      });
      await waitFor(() => signal.aborted || isWaiting || site.resultOf(id));
      stopping.abort();
      await following;
    };
    return { follow, ran, site, id };
  }
});

describe('the hiscores outbox', () => {
  it('sends the latest state of each player, 500 at a time', async () => {
    const site = await startFakeSite();
    onTestFinished(() => site.stop());
    const stopping = new AbortController();
    const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const outbox = createHiscoresOutbox({ bridge, pushed, log: silentLog });
    for (let n = 0; n < 1200; n++) {
      outbox.add(`p${n}`, rowOf(`p${n}`, 1), 'first');
      outbox.add(`p${n}`, rowOf(`p${n}`, 2), 'second');
    }
    for (let n = 0; n < 4; n++) await outbox.flush();
    expect(site.batches.map((batch) => batch.length)).toEqual([500, 500, 200]);
    expect(site.batches.flat().every(({ xpTenths }) => xpTenths[0] === 2)).toBe(true);
    outbox.add('p1', rowOf('p1', 2), 'second');
    await outbox.flush();
    expect(site.batches).toHaveLength(3);
    stopping.abort();
  });

  it('sends nothing of a player who is back at what the website has', async () => {
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {
      aria: 'first',
    });
    const { bridge, sent, log } = bridgeThat({});
    const outbox = createHiscoresOutbox({ bridge, pushed, log });
    outbox.add('aria', rowOf('aria', 2), 'second');
    outbox.add('aria', rowOf('aria', 1), 'first');
    await outbox.flush();
    expect(sent).toEqual([]);
  });

  it('sends players again after the website began to count the server', async () => {
    const site = await startFakeSite();
    onTestFinished(() => site.stop());
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const warnings: string[] = [];
    const log = { info() {}, warn: (text: string) => void warnings.push(text) };
    const outbox = createHiscoresOutbox({ bridge, pushed, log });
    site.setCounted(false);
    for (const name of ['aria', 'aria', 'bram']) {
      outbox.add(name, rowOf(name, 1), 'first');
      await outbox.flush();
    }
    await outbox.flush();
    expect(site.batches).toHaveLength(3);
    expect(pushed.get()).toEqual({});
    expect(warnings).toEqual([
      'The website does not count this server for the hiscores: see Admin, Server.',
    ]);
    site.setCounted(true);
    outbox.add('aria', rowOf('aria', 1), 'first');
    await outbox.flush();
    expect(pushed.get()).toEqual({ aria: 'first' });
  });

  it('warns of rejected levels, drops a batch that is refused, and keeps one if the token is wrong', async () => {
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const skills = { skills: Array.from({ length: 21 }, (_, gameId) => ({ gameId })) };
    const rejected = (name: string, more: object) => ({ name, status: 'rejected', ...more });
    const { bridge, sent, lines, log } = bridgeThat(
      skills,
      {
        results: [
          { name: 'aria', status: 'accepted', hasAccount: false },
          rejected('bram', { reason: 'stale', hasAccount: false }),
          rejected('cara', { reason: 'skill-count', message: 'Send fewer.', hasAccount: true }),
        ],
      },
      // Asked again, because a row had the wrong number of skills.
      skills,
      new BridgeRefusal(401, 'bridge/token-revoked', 'Revoked.'),
      new BridgeRefusal(400, 'request/invalid', 'Wrong.'),
      skills,
      { results: [] },
      {},
    );
    const outbox = createHiscoresOutbox({ bridge, pushed, log });
    for (const name of ['aria', 'bram', 'cara']) outbox.add(name, rowOf(name, 1), `${name} 1`);
    await outbox.flush();
    outbox.add('aria', rowOf('aria', 2), 'aria 2');
    await expect(outbox.flush()).rejects.toThrow('Revoked.');
    await outbox.flush();
    await outbox.flush();
    outbox.add('dora', rowOf('dora', 1), 'dora 1');
    await outbox.flush();
    const batches = sent.flatMap(({ input }) => {
      const { body } = input as { body?: { players: { name: string }[] } };
      return body ? [body.players.map(({ name }) => name)] : [];
    });
    expect(batches).toEqual([['aria', 'bram', 'cara'], ['aria'], ['aria'], ['dora']]);
    expect(lines).toEqual([
      'warning: The website rejected the levels of bram: stale.',
      'warning: The website rejected the levels of cara: Send fewer.',
      'No account of the website is called aria and 1 others. The levels count, but purchases cannot reach these players.',
      "warning: The website refused 1 players' levels.",
    ]);
    expect(pushed.get()).toMatchObject({ bram: 'bram 1', dora: 'dora 1' });
  });

  it('sends a player again who changed while being sent', async () => {
    const answers: ServerResponse[] = [];
    const { bridge } = await listen((request, response) => {
      if (request.url !== '/api/hiscores/skills') answers.push(response);
      else response.end('{"skills":[{"gameId":20}]}');
    });
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const outbox = createHiscoresOutbox({ bridge, pushed, log: silentLog });
    outbox.add('aria', rowOf('aria', 1), 'first');
    const first = outbox.flush();
    await waitFor(() => answers.length === 1);
    outbox.add('aria', rowOf('aria', 2), 'second');
    answers[0]?.end('{"accepted":1,"ignored":0,"rejected":0,"results":[]}');
    await first;
    const second = outbox.flush();
    await waitFor(() => answers.length === 2);
    answers[1]?.end('{"accepted":1,"ignored":0,"rejected":0,"results":[]}');
    await second;
    expect(pushed.get()).toEqual({ aria: 'second' });
  });

  it.each([
    ['names a player without an account', '"hasAccount":false', 1],
    ['says nothing of a player with one', '"hasAccount":true', 0],
    ['says nothing if an older website does not tell', '"status":"accepted"', 0],
  ])('%s', async (_, answer, count) => {
    const { bridge } = await listen((request, response) => {
      if (request.url === '/api/hiscores/skills') response.end('{"skills":[{"gameId":20}]}');
      else response.end(`{"accepted":1,"results":[{"name":"aria",${answer}}]}`);
    });
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const lines: string[] = [];
    const log = { warn() {}, info: (line: string) => void lines.push(line) };
    const outbox = createHiscoresOutbox({ bridge, pushed, log });
    outbox.add('aria', rowOf('aria', 1), 'first');
    await outbox.flush();
    expect(lines.filter((line) => line.startsWith('No account'))).toHaveLength(count);
  });

  it('leaves out skills that the website does not rank, and sends them once it does', async () => {
    const pushed = await openDurableValue(path.join(await makeFolder(), 'pushed.json'), {});
    const warnings: string[] = [];
    const log = { info() {}, warn: (line: string) => void warnings.push(line) };
    const send = async (skillCount: number) => {
      const site = await startFakeSite({ skillCount });
      const stopping = new AbortController();
      const bridge = createBridge({ ...site, signal: stopping.signal, log: silentLog });
      const outbox = createHiscoresOutbox({ bridge, pushed, log });
      for (const name of ['aria', 'iron ada']) {
        outbox.add(name, rowOf(name, 5), 'same');
        await outbox.flush();
      }
      stopping.abort();
      await site.stop();
      return site.batches.flat().map(({ xpTenths }) => xpTenths.length);
    };
    expect(await send(18)).toEqual([18, 18]);
    expect(warnings).toEqual([expect.stringContaining('add-skill')]);
    expect(await send(18)).toEqual([]);
    expect(await send(21)).toEqual([21, 21]);
    expect(await send(24)).toEqual([]);
  });
});

function rowOf(
  name: string,
  xp: number,
): Parameters<ReturnType<typeof createHiscoresOutbox>['add']>[1] {
  const xpTenths = Array.from({ length: 21 }, () => xp);
  return { name, observedAt: '2026-01-01T00:00:00.000Z', xpTenths };
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${port}`;
  const bridge = createBridge({ url, token: 'gb_1_x', signal: stopping.signal, log: silentLog });
  return { bridge, stopping, url };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-adapters-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
