import type { Deps } from '#server/deps.ts';
import { markConnected } from '#server/features/game-servers/heartbeat.service.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { createToken } from '#server/features/game-servers/tokens.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { openDeps } from '#server/open-deps.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { addClient, liftPaymentLimits } from '../soak-site.ts';
import type { Client } from '../soak-site.ts';
import type { Site } from './site.ts';

/** Everything that exists before the first request. */
export type World = {
  players: Player[];
  admins: { money: Client; shop: Client; pages: Client; polls: Client; commands: Client };
  items: Item[];
  /** Shown and hidden by an admin; nobody buys it. */
  hiddenItemId: number;
  eventIds: number[];
  games: { id: number; name: string; token: string }[];
};

export type Player = Client & { firstCoins: number };
export type Item = { id: number; price: number; stock: number | null; limit: number | null };

type Preparation = {
  gameNames?: string[];
  /** In the future for a run of hours: an hour after it, dangerous actions need the password again. */
  adminsSignedInAt?: Date;
};

const playerCount = 32;

export async function prepareWorld(
  { config }: Pick<Site, 'config'>,
  { gameNames = ['World 1', 'World 2'], adminsSignedInAt }: Preparation = {},
): Promise<World> {
  const deps = await openDeps(config);
  try {
    const admins = {
      money: await addAdmin(deps, 'keeper', adminsSignedInAt),
      shop: await addAdmin(deps, 'clerk', adminsSignedInAt),
      pages: await addAdmin(deps, 'scribe', adminsSignedInAt),
      polls: await addAdmin(deps, 'herald', adminsSignedInAt),
      commands: await addAdmin(deps, 'warden', adminsSignedInAt),
    };
    const players: Player[] = [];
    for (let n = 0; n < playerCount; n += 1) {
      // Some run out of coins.
      const firstCoins = n % 3 === 0 ? 400 : 20_000;
      const client = await addClient(deps, { name: `soak${n}`, coins: firstCoins });
      players.push({ ...client, firstCoins });
    }
    await liftPaymentLimits(deps);
    return {
      players,
      admins,
      ...(await addItems(deps)),
      eventIds: await addEvents(deps, admins.pages.id),
      games: await addGames(deps, gameNames),
    };
  } finally {
    await deps.close();
  }
}

function addAdmin(deps: Deps, name: string, signedInAt?: Date): Promise<Client> {
  return addClient(deps, { name, coins: 0, rights: 3, signedInAt });
}

async function addItems({ db }: Deps): Promise<Pick<World, 'items' | 'hiddenItemId'>> {
  const common = { description: '', item_id: 1 };
  const rows = await db
    .insertInto('shop_items')
    .values([
      // Sells out.
      { ...common, name: 'Cape', price: 40, stock: 60, player_limit: null },
      { ...common, name: 'Ring', price: 90, stock: 100_000, player_limit: null },
      // Not counted: it is bought in a different way.
      { ...common, name: 'Torch', price: 60, stock: null, player_limit: null },
      { ...common, name: 'Crown', price: 150, stock: 100_000, player_limit: 5 },
      { ...common, name: 'Lantern', price: 1, stock: null, player_limit: null },
    ])
    .returning(['id', 'name', 'price', 'stock', 'player_limit as limit'])
    .execute();
  const hidden = rows.find(({ name }) => name === 'Lantern');
  if (!hidden) throw new Error('The item that is shown and hidden is missing.');
  return { items: rows.filter((item) => item !== hidden), hiddenItemId: hidden.id };
}

async function addEvents({ db }: Deps, creatorId: number): Promise<number[]> {
  const startsAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 86_400_000);
  const rows = await db
    .insertInto('events')
    .values(
      ['Hunt', 'Race', 'Feast'].map((title) => ({
        title,
        description: 'Bring a torch.',
        type: 'Bossing' as const,
        starts_at: startsAt,
        creator_id: creatorId,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function addGames(deps: Deps, names: string[]): Promise<World['games']> {
  const games: World['games'] = [];
  for (const name of names) {
    const id = await createServer(deps, commandLine, name);
    const rights = { serverId: id, scopes: [...bridgeScopes], addresses: [] };
    const { token } = await createToken(deps, commandLine, rights);
    await markConnected(deps, deps.db, id);
    games.push({ id, name, token });
  }
  return games;
}
