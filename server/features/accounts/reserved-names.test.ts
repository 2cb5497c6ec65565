import { afterAll, beforeAll, expect, test } from 'vitest';

import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { createAccount } from './accounts.service.ts';
import { releaseName, reserveNames } from './reserved-names.service.ts';

let site: TestApp;

beforeAll(async () => {
  site = await openTestApp();
  await site.addPlayer('Has Account');
});
afterAll(() => site.close());

const namesOf = (...names: string[]) => names.map((username) => ({ username }));

function register(username: string) {
  const email = `${username.toLowerCase().replaceAll(/\W/g, '')}@example.test`;
  const body = { username, email, password: testPassword };
  return site.app.inject(json('POST', '/auth/register', body));
}

test('a reserved name cannot be registered in any spelling, until it is released', async () => {
  await reserveNames(site.deps, commandLine, namesOf('iron_ada', 'zed'));
  for (const spelling of ['Iron Ada', 'IRON-ADA', 'iron_ada']) {
    const answer = await register(spelling);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'accounts/username-claimable',
      error: expect.stringContaining('If it is yours, claim it'),
    });
  }
  await releaseName(site.deps, commandLine, 'Iron Ada');
  expect((await register('Iron Ada')).statusCode).toBeLessThan(300);
  expect((await register('Zed')).statusCode).toBe(409);
});

test('reserving again changes nothing, and names with an account are reported', async () => {
  const names = namesOf('finn', 'FINN', 'has_account', 'olga');
  const first = await reserveNames(site.deps, commandLine, names);
  expect(first).toEqual({ added: 2, known: 0, taken: ['has_account'] });
  const again = await reserveNames(site.deps, commandLine, names);
  expect(again).toEqual({ added: 0, known: 2, taken: ['has_account'] });
  expect(await reserveNames(site.deps, commandLine, [])).toEqual({ added: 0, known: 0, taken: [] });
});

test('a name that is not reserved cannot be released', async () => {
  await expect(releaseName(site.deps, commandLine, 'Nobody')).rejects.toThrow('is not reserved');
});

test('of a registration and a reservation at the same time exactly one gets the name', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `Race ${at}`);
  const registered = names.map((username) =>
    createAccount(site.deps, {
      username,
      email: `${username.replace(' ', '')}@example.test`,
      password: testPassword,
      isEmailVerified: true,
    }).then(
      () => username,
      () => undefined,
    ),
  );
  const reserved = await reserveNames(site.deps, commandLine, namesOf(...names));
  const winners = (await Promise.all(registered)).filter((name) => name !== undefined);
  expect(reserved.taken.toSorted()).toEqual(winners.toSorted());
  expect(reserved.added).toBe(names.length - winners.length);
});
