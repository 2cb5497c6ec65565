import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import getPort from 'get-port';

import { openRealSite } from './real-site.ts';
import { torture } from './torture.ts';

// npm run soak -- bridge [ROUNDS] [SEED]
// Kills the built website and the built adapters at random.

const [rounds = 100, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
const players = {
  simulator: ['ada', 'bram', 'cleo', 'dirk'],
  lostcity: ['edda', 'iron_finn', 'greta', 'hugo_the_sly'],
};
const password = 'brave little purse';
const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-bridge-soak-'));
console.log(`${rounds} rounds, seed ${seed}, in ${folder}`);

const site = await openRealSite({
  folder: path.join(folder, 'site'),
  port: await getPort({ host: '127.0.0.1' }),
  players: [...players.simulator, ...players.lostcity],
  password,
});
try {
  const startedAt = Date.now();
  const result = await torture({
    site,
    rounds,
    seed,
    folder,
    players,
    password,
    commands: {
      simulator: ['dist/adapters/simulator.js'],
      lostcity: ['dist/adapters/lostcity.js'],
    },
    ports: {
      loginPort: await getPort({ host: '127.0.0.1' }),
      friendPort: await getPort({ host: '127.0.0.1' }),
    },
    leaseMs: 180_000,
    roundMs: 4000,
    settleMs: 60_000,
    hasLockOuts: true,
    report: (line) => console.log(line),
  });
  console.log(JSON.stringify(result));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`All ${result.purchases} purchases arrived exactly once (${seconds} s).`);
  await site.close();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
} catch (error) {
  console.error(error);
  console.error(`The state was kept in ${folder}`);
  process.exit(1);
}
