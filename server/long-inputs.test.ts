import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from './testing/test-app.ts';
import type { TestApp, TestPlayer } from './testing/test-app.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Long Admin', 3);
});
afterAll(() => site.close());

const searches: [path: string, limit: number][] = [
  ['/api/admin/users?search=', 254],
  ['/api/admin/search?q=', 254],
  ['/api/search?q=', 254],
  ['/api/admin/news?search=', 100],
  ['/api/admin/audit?subject=', 100],
  ['/api/admin/audit?player=', 40],
];

/** Characters that make a pattern, a trigram search or a name comparison work hardest. */
const parts = ['%', '_', '\\', 'a', 'a ', "'", '%_', '(', 'é', '🐉'];

test.each(searches)(
  '%s takes a text of %i characters and refuses a longer one',
  async (path, limit) => {
    const ask = (text: string) =>
      site.app.inject({ url: path + encodeURIComponent(text), headers: { cookie: admin.cookie } });
    for (const part of parts) {
      const text = part.repeat(Math.floor(limit / part.length));
      const answer = await ask(text);
      expect(answer.statusCode, `${part}: ${answer.body}`).toBe(200);
    }
    expect((await ask('a'.repeat(limit + 1))).statusCode).toBe(400);
  },
);
