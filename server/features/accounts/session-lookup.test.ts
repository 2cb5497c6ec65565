import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

// Sessions of requests that come together are read with one statement.
test('concurrent requests are answered for the player who sent them', async () => {
  const names = ['First', 'Second', 'Third'];
  const players = await Promise.all(names.map((name) => site.addPlayer(name)));
  const cookies = [...players.map(({ cookie }) => cookie), 'session=unknown'];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      site.app.inject({ url: '/auth/verify', headers: { cookie: cookies[at % 4] ?? '' } }),
    ),
  );
  for (const [at, answer] of answers.entries()) {
    const name = names[at % 4];
    expect(answer.statusCode).toBe(name ? 200 : 401);
    expect(answer.json<{ username?: string }>().username).toBe(name);
  }
});
