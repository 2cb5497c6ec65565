import { tmpdir } from 'node:os';

import { parseConfig } from '#server/config.ts';
import { ensureDeliverer } from '#server/features/shop/testing/deliverer.ts';
import { openDeps } from '#server/open-deps.ts';
import { sessionCookieName } from '#server/plugins/session.ts';

import { addClient } from '../soak/soak-site.ts';

const playerCount = 10;

/** Creates an admin, players with coins and an item, directly in the database. */
export async function prepareWorld(url: string, databaseUrl: string) {
  const config = parseConfig({
    SITE_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: tmpdir(),
    LOG_LEVEL: 'fatal',
    DEMO: 'off',
  });
  const deps = await openDeps(config);
  const { db } = deps;
  const cookieOf = async (name: string, rights = 0) => {
    const { cookie } = await addClient(deps, { name, coins: rights ? 0 : 100_000, rights });
    return cookie.replace(/^session/, sessionCookieName(config));
  };
  const admin = await cookieOf('scribe', 3);
  const players: string[] = [];
  for (let n = 0; n < playerCount; n += 1) players.push(await cookieOf(`rider${n}`));
  await ensureDeliverer(db);
  const { id: itemId } = await db
    .insertInto('shop_items')
    .values({ name: 'Torch', description: '', price: 1, item_id: 1, stock: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    admin,
    players,
    itemId: String(itemId),
    async countPurchases() {
      const { count } = await db
        .selectFrom('purchases')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shop_item_id', '=', itemId)
        .executeTakeFirstOrThrow();
      return count;
    },
    close: () => deps.close(),
  };
}
