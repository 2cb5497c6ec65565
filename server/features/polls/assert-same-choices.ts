import type { PollDraft } from '#shared/endpoints/polls.ts';
import { AppError } from '#shared/errors.ts';

import type { PollRow } from './polls.db.ts';

type Content = Pick<PollRow, 'questions' | 'minAccountAgeDays' | 'minTotalLevel'>;

/**
 * A vote is stored as the place of its answer. So once there are votes, a typo can be corrected, but no question or
 * answer can be added, removed or moved, and the voters stay the same.
 */
export function assertSameChoices(before: Content, draft: PollDraft): void {
  if (
    before.minAccountAgeDays !== draft.minAccountAgeDays ||
    before.minTotalLevel !== draft.minTotalLevel
  ) {
    throw hasVotes('who may vote can no longer change');
  }
  const asked = before.questions.map(({ question, answers }) => ({
    question,
    answers: answers.map(({ text }) => text),
  }));
  if (
    asked.length !== draft.questions.length ||
    asked.some(({ answers }, at) => answers.length !== draft.questions[at]?.answers.length)
  ) {
    throw hasVotes('questions and answers can no longer be added or removed');
  }
  const isMoved = [
    hasMoved(
      asked.map(({ question }) => question),
      draft.questions.map(({ question }) => question),
    ),
    ...asked.map(({ answers }, at) => hasMoved(answers, draft.questions[at]?.answers ?? [])),
  ].some(Boolean);
  if (isMoved) throw hasVotes('questions and answers can no longer change places');
}

/** Whether a changed text is one that was in another place. */
function hasMoved(before: string[], after: string[]): boolean {
  return after.some((text, at) => text !== before[at] && before.includes(text));
}

function hasVotes(rule: string): AppError {
  return new AppError(
    'polls/has-votes',
    `This poll already has votes: ${rule}. Correct its texts, move its end, or duplicate it.`,
  );
}
