// npm run bench -- long-posts [ROUNDS]
//
// Compares saving and reading a post of 200,000 characters (the maximum) with one of 20,000, in turns,
// through the whole server. Fails at 10 times the cost or more: the cost must not grow faster than the
// text.

import { buildApp } from '#server/app.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { measureInTurns, printTable } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const rounds = Number(process.argv[2] ?? 10);
const { deps, close } = await openSite();
const app = await buildApp(deps);

const username = 'Bencher';
const password = 'a long enough phrase';
const id = await createAccount(deps, { username, email: 'bench@example.test', password });
await setRights(deps, username, { rights: 3, actor: commandLine });
const visitor = { ip: '127.0.0.1', userAgent: 'bench', signedInAt: new Date() };
const cookie = `session=${await startSession(deps.db, id, visitor)}`;

let saved = 0;

async function save(length: number): Promise<EditedPost> {
  saved += 1;
  // Each text is unique, because the sanitiser caches its results.
  const sentence = `The quick brown fox, number ${saved}. `;
  const content = `<p>${sentence.repeat(length)}`.slice(0, length - 4) + '</p>';
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/news',
    headers: { cookie },
    payload: {
      title: 'Long',
      category: 'Community',
      displayImage: null,
      content,
      state: 'published',
      publishAt: null,
    },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<EditedPost>();
}

async function read({ id: post }: EditedPost): Promise<void> {
  // Clears the cached page.
  await deps.live.publish(deps.db, { topic: 'site' });
  const { statusCode } = await app.inject({ url: `/news/${post}` });
  if (statusCode !== 200) throw new Error(`The page answered ${statusCode}.`);
}

const [short, long] = [await save(20_000), await save(200_000)];
const times = await measureInTurns(rounds, {
  shortSave: () => save(20_000),
  longSave: () => save(200_000),
  shortRead: () => read(short),
  longRead: () => read(long),
});
await app.close();
await close();

const ratios = {
  save: times.longSave.p50 / times.shortSave.p50,
  read: times.longRead.p50 / times.shortRead.p50,
};
printTable('Median milliseconds', [
  ['', '20,000 characters', '200,000 characters', 'ratio'],
  ['save', times.shortSave.p50.toFixed(1), times.longSave.p50.toFixed(1), ratios.save.toFixed(1)],
  ['read', times.shortRead.p50.toFixed(1), times.longRead.p50.toFixed(1), ratios.read.toFixed(1)],
]);
if (ratios.save >= 10 || ratios.read >= 10) throw new Error('The cost grows faster than the text.');
