import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, inject, it, onTestFinished } from 'vitest';

import { buildApp } from '#server/app.ts';
import { transaction } from '#server/db/transaction.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { addDelivery, addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import type { GameCommand } from '#server/features/game-commands/commands.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { openDeps } from '#server/open-deps.ts';
import { fillDataDir } from '#server/testing/embedded-folder.ts';
import { createDatabase, dropDatabase, urlOf } from '#server/testing/postgres-server.ts';
import { testConfig, testPassword } from '#server/testing/test-app.ts';
import { engine } from '#server/testing/test-database.ts';

import { waitFor } from '../testing/wait-for.ts';
import type { SimPlayer } from './sim-player.ts';
import { startSimulator } from './simulator.ts';

it('after a backup is restored every paid item arrives once and every command runs once', async () => {
  const [folder, storage] = [await createFolder(), await createStorage()];
  let site = await openSite(storage.settings);
  const { id: accountId, token } = await prepareSite(site);
  const lasting = await site.queue('mute', {
    player: 'Aria',
    until: null,
    reason: 'In the backup',
  });
  await site.close();
  await storage.backUp();

  site = await openSite(storage.settings, site.port);
  const ran: string[] = [];
  const log = {
    info: (line: string) => void (line.startsWith('Command') && ran.push(line.split(':')[0] ?? '')),
    warn() {},
  };
  const options = {
    url: site.url,
    token,
    dataDir: folder,
    players: ['Aria'],
    withHiscores: false,
    roundSeconds: 0.1,
    heartbeatSeconds: 0.2,
    pollSeconds: 1,
    log,
  };
  let game = await startSimulator(options);
  onTestFinished(() => game.close());
  const bankOf = async () => {
    const text = await readFile(path.join(folder, 'players', 'aria.json'), 'utf8');
    return (JSON.parse(text) as SimPlayer).bank;
  };
  const hats: string[] = [];
  for (let n = 0; n < 3; n++) hats.push(await addDelivery(site, accountId, hat(1042)));
  const first = await site.queue('setRank', { player: 'Aria', rank: 1 });
  await waitFor(() => site.areDelivered(hats));
  await waitFor(() => site.areDone([lasting, first]));
  expect(await bankOf()).toEqual({ 1042: 3 });

  // The game keeps running while the website is restored from the backup.
  await site.close();
  await storage.restore();
  site = await openSite(storage.settings, site.port);
  const others: string[] = [];
  for (let n = 0; n < 2; n++) others.push(await addDelivery(site, accountId, hat(1050)));
  const second = await site.queue('setRank', { player: 'Aria', rank: 2 });
  await waitFor(() => site.areDelivered(others));
  await waitFor(() => site.areDone([lasting, second]));

  await game.close();
  game = await startSimulator(options);
  const third = await site.queue('setRank', { player: 'Aria', rank: 0 });
  await waitFor(() => site.areDone([third]));
  expect(await bankOf()).toEqual({ 1042: 3, 1050: 2 });
  expect(ran).toEqual([
    `Command ${lasting} mute`,
    `Command ${first} setRank`,
    `Command ${second} setRank`,
    `Command ${third} setRank`,
  ]);
  await game.close();
  await site.close();
});

it('after a backup is restored, another game does not give out the items of the first one', async () => {
  const storage = await createStorage();
  let site = await openSite(storage.settings);
  const { id: accountId, server, token } = await prepareSite(site);
  const { token: otherToken } = await addTestServer(site);
  const ownItem = await insertItem(site, [server]);
  const bought = await addDelivery(site, accountId, {
    ...hat(1042),
    columns: { shop_item_id: ownItem },
  });
  await site.close();
  await storage.backUp();

  site = await openSite(storage.settings, site.port);
  const first = await openGame(site, token);
  await waitFor(() => site.areDelivered([bought]));
  await first.close();
  await site.close();
  await storage.restore();

  site = await openSite(storage.settings, site.port);
  const second = await openGame(site, otherToken);
  const common = await addDelivery(site, accountId, hat(1050));
  await waitFor(() => site.areDelivered([common]));
  expect(await second.bankOf()).toEqual({ 1050: 1 });
  await second.close();
  const again = await first.restart();
  await waitFor(() => site.areDelivered([bought]));
  expect(await first.bankOf()).toEqual({ 1042: 1 });
  await again.close();
  await site.close();
});

async function insertItem({ deps: { db } }: Site, serverIds: number[]): Promise<number> {
  const { id } = await db
    .insertInto('shop_items')
    .values({ name: 'Hat', description: '', price: 1, item_id: 1042, server_ids: serverIds })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function openGame({ url }: Site, token: string) {
  const dataDir = await createFolder();
  const start = async () => {
    const game = await startSimulator({
      url,
      token,
      dataDir,
      players: ['Aria'],
      withHiscores: false,
      roundSeconds: 0.1,
      heartbeatSeconds: 0.2,
      pollSeconds: 1,
    });
    onTestFinished(() => game.close());
    return game;
  };
  const game = await start();
  return {
    restart: start,
    close: () => game.close(),
    async bankOf() {
      const text = await readFile(path.join(dataDir, 'players', 'aria.json'), 'utf8');
      return (JSON.parse(text) as SimPlayer).bank;
    },
  };
}

const hat = (itemId: number) => ({ itemId, quantity: 1 });

type Site = Awaited<ReturnType<typeof openSite>>;

async function openSite(settings: Record<string, string>, port = 0) {
  const opened = await openDeps(testConfig(settings), { onProblem() {} });
  const deps = { ...opened, database: { ...opened.database, databaseUrl: undefined } };
  const app = await buildApp(deps);
  const url = await app.listen({ port, host: '127.0.0.1' });
  const { db } = deps;
  return {
    app,
    deps,
    url,
    port: Number(new URL(url).port),
    async queue<Type extends GameCommand['type']>(
      type: Type,
      args: Extract<GameCommand, { type: Type }>['args'],
    ): Promise<number> {
      const command = { type, args, actor: commandLine } as GameCommand;
      const [id] = await transaction(db, (trx) => queueCommand(deps, trx, command));
      return id ?? 0;
    },
    async areDelivered(ids: string[]): Promise<boolean> {
      const rows = db.selectFrom('purchases').select('state').where('delivery_id', 'in', ids);
      const found = await rows.execute();
      return found.length === ids.length && found.every(({ state }) => state === 'delivered');
    },
    async areDone(ids: number[]): Promise<boolean> {
      const rows = db.selectFrom('game_commands').select('state').where('id', 'in', ids);
      const found = await rows.execute();
      return found.length === ids.length && found.every(({ state }) => state === 'done');
    },
    async close() {
      await app.close();
      await opened.close();
    },
  };
}

async function prepareSite(site: Site): Promise<{ id: number; server: number; token: string }> {
  const aria = { username: 'Aria', email: 'aria@example.test', password: testPassword };
  const id = await createAccount(site.deps, aria);
  const { id: server, token } = await addTestServer(site);
  return { id, server, token };
}

type Storage = {
  settings: Record<string, string>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
};

/** A database that can be backed up and restored while no site uses it. */
async function createStorage(): Promise<Storage> {
  const folder = await createFolder();
  const [dataDir, copy] = [path.join(folder, 'data'), path.join(folder, 'copy')];
  const server = inject('testServer');
  if (engine === 'embedded' || !server) {
    await fillDataDir(dataDir);
    return {
      settings: { DATA_DIR: dataDir },
      backUp: () => cp(dataDir, copy, { recursive: true }),
      async restore() {
        await rm(dataDir, { recursive: true });
        await cp(copy, dataDir, { recursive: true });
      },
    };
  }
  const name = `${server.template}_${randomUUID().slice(0, 8)}`;
  await createDatabase(server.url, name, server.template);
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: urlOf(server.url, name) },
    backUp: () => createDatabase(server.url, `${name}_copy`, name),
    async restore() {
      await dropDatabase(server.url, name);
      await createDatabase(server.url, name, `${name}_copy`);
    },
  };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
