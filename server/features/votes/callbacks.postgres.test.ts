import { afterAll, beforeAll, expect, test } from 'vitest';

import { balanceOf, findBrokenLedgerRules } from '#server/features/shop/testing/shop.ts';
import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { addVoteList, readLog, sendCallback, startVote } from './testing/votes.ts';

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { DEMO: 'off' } });
  admin = await site.addPlayer('Keeper', 3);
  player = await site.addPlayer('Walker');
});
afterAll(() => site.close());

test('200 callbacks with one token at once give one reward', async () => {
  const list = await addVoteList(site, admin);
  const token = await startVote(site, player, list);
  const before = await balanceOf(site, player);
  await Promise.all(Array.from({ length: 200 }, () => sendCallback(site, list, token)));
  expect(await balanceOf(site, player)).toBe(before + 40);
  const rows = await site.deps.db.selectFrom('vote_callbacks').select('reason').execute();
  const count = (reason: string) => rows.filter((row) => row.reason === reason).length;
  expect([count('rewarded'), count('repeated')]).toEqual([1, 199]);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('callbacks with different tokens of one player at once give one reward per list', async () => {
  const lists = [await addVoteList(site, admin), await addVoteList(site, admin)];
  const before = await balanceOf(site, player);
  const sent = await Promise.all(
    lists.flatMap((list) =>
      Array.from({ length: 5 }, async () => ({ list, token: await startVote(site, player, list) })),
    ),
  );
  await Promise.all(sent.map(({ list, token }) => sendCallback(site, list, token)));
  expect(await balanceOf(site, player)).toBe(before + 2 * 40);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('a flood of bad callbacks does not grow the log, nor push out the good ones', async () => {
  await site.deps.db.deleteFrom('vote_lists').execute();
  const list = await addVoteList(site, admin);
  await sendCallback(site, list, await startVote(site, player, list));
  const flood = sized(250, 10_000);
  for (let at = 0; at < flood; at += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () => sendCallback(site, list, 'x', { secret: 'wrong' })),
    );
  }
  const kept = async () => site.deps.db.selectFrom('vote_callbacks').select('reason').execute();
  expect(await kept()).toHaveLength(201);
  const reasons = new Set((await readLog(site, admin)).map(({ reason }) => reason));
  expect(reasons).toEqual(new Set(['wrong-secret']));
  expect((await kept()).filter(({ reason }) => reason === 'rewarded')).toHaveLength(1);
  if (flood < 10_000) return;
  for (let at = 0; at < flood; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => sendCallback(site, list, 'x')));
  }
  expect(await kept()).toHaveLength(2200);
});

test('only the demo has a toplist of its own', async () => {
  const { id } = await addVoteList(site, admin);
  const link = `/sandbox/toplist/${id}?token={token}`;
  await site.deps.db.updateTable('vote_lists').set({ link }).where('id', '=', id).execute();
  for (const method of ['GET', 'POST'] as const) {
    const answer = await site.app.inject({ method, url: `/sandbox/toplist/${id}` });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
});
