import type { PollDraft } from '#shared/endpoints/polls.ts';
import { AppError } from '#shared/errors.ts';

import type { PollRow } from './polls.db.ts';

/**
 * A vote is stored as the place of its answer. So once there are votes, a typo can be corrected, but no question or
 * answer can be added, removed or moved, and the voters stay the same.
 */
export function assertSameChoices(before: PollRow, draft: PollDraft): void {
  const isForSame =
    before.minAccountAgeDays === draft.minAccountAgeDays &&
    before.minTotalLevel === draft.minTotalLevel;
  if (!isForSame) throw hasVotes('who may vote can no longer change');
  const lists = [
    [
      before.questions.map(({ question }) => question),
      draft.questions.map(({ question }) => question),
    ],
    ...before.questions.map(({ answers }, at) => [
      answers.map(({ text }) => text),
      draft.questions[at]?.answers ?? [],
    ]),
  ] as [string[], string[]][];
  if (lists.some(([old, next]) => old.length !== next.length)) {
    throw hasVotes('questions and answers can no longer be added or removed');
  }
  if (lists.some(([old, next]) => hasMoved(old, next))) {
    throw hasVotes('questions and answers can no longer change places');
  }
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
