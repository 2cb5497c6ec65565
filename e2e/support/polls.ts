import { demoEmails, signIn } from './accounts.ts';
import type { Requester } from './accounts.ts';
import { expect } from './test.ts';

type Draft = {
  questions?: { question: string; answers: string[] }[];
  minAccountAgeDays?: number;
};

let count = 0;

/** Creates a poll through the API. The requester is signed in as the admin afterwards. */
export async function createPoll(page: Requester, draft: Draft = {}) {
  count += 1;
  const title = `Poll ${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
  await signIn(page, demoEmails.admin);
  const data = {
    title,
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [{ question: 'Which gate?', answers: ['The north gate', 'The south gate'] }],
    ...draft,
  };
  const response = await page.request.post('/api/admin/polls', { data });
  expect(response.status(), await response.text()).toBe(200);
  const { id } = (await response.json()) as { id: string };
  return {
    id,
    title,
    /** Votes as the admin. */
    vote: (answers: number[]) => page.request.post(`/api/polls/${id}/vote`, { data: { answers } }),
    end: () => page.request.post(`/api/admin/polls/${id}/end`),
  };
}
