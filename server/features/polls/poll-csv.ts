import { csvStart, toCsvLine } from '#server/lib/files/csv.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import { percentOf, totalOf } from '#shared/rules/polls.ts';

/** One line per answer. */
export function renderPollCsv(poll: Pick<Poll, 'questions'>): string {
  const lines = [toCsvLine(['Question', 'Text', 'Answer', 'Votes', 'Percent'])];
  for (const [at, question] of poll.questions.entries()) {
    const total = totalOf(question);
    for (const { text, votes } of question.answers) {
      const percent = percentOf(votes, total);
      lines.push(toCsvLine([`Q${at + 1}`, question.question, text, votes, percent]));
    }
  }
  return csvStart + lines.join('');
}
