import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import getPort from 'get-port';
import { expect, it, onTestFinished } from 'vitest';

import { createRandom } from '../../simulator/random.ts';
import { startFakeSite } from '../fake-site.ts';
import { torture } from './torture.ts';

it('every purchase arrives once, even if adapters and website are killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-bridge-soak-'));
  const site = await startFakeSite({ leaseMs: 50 });
  onTestFinished(async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });
  // Drops every acknowledgement request once, and some claim answers at random. Acknowledgements are
  // not dropped at random because the adapters pause longer after each loss, so a long series of
  // losses would outlast the test.
  const random = createRandom(11);
  const lost = new Set<string>();
  site.setFault((url) => {
    if (url.endsWith('/claim')) return random.next() < 0.2 ? 'after' : undefined;
    if (!url.endsWith('/ack') || lost.has(url)) return undefined;
    lost.add(url);
    return 'before';
  });
  const players = { simulator: ['ada', 'bram'], lostcity: ['cleo', 'iron_dirk'] };
  for (const name of players.lostcity) site.addAccount(name, { password: 'secret' });
  const program = (name: string) => ['--import', 'tsx', `adapters/${name}/main.ts`];
  const result = await torture({
    rounds: 6,
    seed: 4,
    folder,
    players,
    commands: { simulator: program('simulator'), lostcity: program('lostcity') },
    ports: {
      loginPort: await getPort({ host: '127.0.0.1' }),
      friendPort: await getPort({ host: '127.0.0.1' }),
    },
    password: 'secret',
    leaseMs: 1000,
    roundMs: 60_000,
    settleMs: 120_000,
    site: {
      url: site.url,
      tokens: { simulator: site.token, lostcity: site.token },
      async buy(player, itemId, quantity) {
        site.addDelivery(player, itemId, quantity);
      },
      async crash() {
        await site.stop();
        await site.open();
      },
      async buyUnknown(player, itemId) {
        site.addDelivery(player, itemId, 1);
        return true;
      },
      async broadcast(message) {
        site.queue('broadcast', { message });
      },
      async countUndelivered() {
        return [...site.deliveries.values()].filter(({ state }) => state !== 'delivered').length;
      },
    },
  });
  expect(result.kills).toEqual({ claimed: 2, applied: 2, writing: 2 });
  expect(lost.size).toBeGreaterThanOrEqual(result.purchases);
  expect(result.purchases).toBeGreaterThan(6);
}, 400_000);
