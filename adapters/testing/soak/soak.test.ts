import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import getPort from 'get-port';
import { expect, it, onTestFinished } from 'vitest';

import { createRandom } from '../../simulator/random.ts';
import { startFakeSite } from '../fake-site.ts';
import { torture } from './torture.ts';

it('every purchase arrives once, whenever adapters and website are killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-bridge-soak-'));
  const site = await startFakeSite({ leaseMs: 50 });
  onTestFinished(async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });
  // Words are lost on the way there, and answers on the way back.
  const random = createRandom(11);
  site.setFault((url) => {
    if (url.endsWith('/ack')) return random.next() < 0.5 ? 'before' : undefined;
    return url.endsWith('/claim') && random.next() < 0.2 ? 'after' : undefined;
  });
  const players = { simulator: ['ada', 'bram'], lostcity: ['cleo', 'dirk'] };
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
      async countUndelivered() {
        return [...site.deliveries.values()].filter(({ state }) => state !== 'delivered').length;
      },
    },
  });
  expect(result.rounds).toBe(6);
  expect(result.purchases).toBeGreaterThan(6);
});
