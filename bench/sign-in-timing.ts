// Checks whether the timing of a refused sign-in reveals if an address has an account: compares the
// medians of 200 wrong passwords for a known and an unknown address, in turns, through the whole server.
//   npx tsx bench/sign-in-timing.ts

import { sql } from 'kysely';

import { buildApp } from '#server/app.ts';

import { percentile } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const rounds = 200;
const { deps, close } = await openSite({
  settings: { HIDE_KNOWN_EMAILS: 'on', DATABASE_URL: process.env.DATABASE_URL },
});
const app = await buildApp(deps);
const known = 'known@example.test';
await deps.identity.deleteUser('timing');
await deps.identity.createUser({ uid: 'timing', email: known, password: 'a long enough phrase' });

const times = { known: [] as number[], unknown: [] as number[] };
for (let round = -20; round < rounds; round++) {
  const pair = [
    { kind: 'known', email: known },
    { kind: 'unknown', email: 'nobody@example.test' },
  ] as const;
  // Alternate the order, so that neither always runs second.
  for (const { kind, email } of round % 2 ? pair : pair.toReversed()) {
    const milliseconds = await timeGuess(email);
    if (round >= 0) times[kind].push(milliseconds);
  }
}

const [knownMs, unknownMs] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)];
console.log(`known    ${knownMs.toFixed(2)} ms`);
console.log(`unknown  ${unknownMs.toFixed(2)} ms`);
console.log(`differ by ${((Math.abs(knownMs - unknownMs) / knownMs) * 100).toFixed(2)} %`);

await deps.identity.deleteUser('timing');
await app.close();
await close();

async function timeGuess(email: string): Promise<number> {
  // Without this the rate limit would refuse the eleventh guess without checking it.
  await sql`delete from rate_limits`.execute(deps.db);
  const start = performance.now();
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/idp/v1/accounts:signInWithPassword',
    payload: { email, password: 'a wrong guess' },
  });
  if (statusCode !== 400) throw new Error(`The guess was answered ${statusCode}.`);
  return performance.now() - start;
}
