import { AppError } from '#shared/errors.ts';
import { formatCount } from '#shared/rules/format-count.ts';

type Rules = {
  isOpen: boolean;
  hasVoted: boolean;
  version: number;
  /** How many answers each question offers. */
  choices: number[];
  minAccountAgeDays: number;
  accountAgeDays: number;
  minTotalLevel: number;
  totalLevel: number;
};

/** Throws an error for the first rule that this ballot breaks. */
export function assertBallotValid(
  rules: Rules,
  ballot: { answers: number[]; version?: number | undefined },
): void {
  if (rules.hasVoted) {
    throw new AppError('polls/already-voted', 'You have already voted in this poll.');
  }
  if (!rules.isOpen) throw new AppError('polls/closed', 'This poll has ended.');
  assertEligible(rules);
  if (ballot.version !== undefined && ballot.version !== rules.version) {
    const text = 'This poll was changed while you were reading it. Please check it and vote again.';
    throw new AppError('polls/outdated', text);
  }
  assertAnswersValid(rules.choices, ballot.answers);
}

function assertEligible(rules: Rules): void {
  const { minAccountAgeDays, accountAgeDays, minTotalLevel, totalLevel } = rules;
  if (accountAgeDays < minAccountAgeDays) {
    const wait = formatCount(minAccountAgeDays - accountAgeDays, 'day');
    throw new AppError(
      'polls/not-eligible',
      `Only accounts that are at least ${formatCount(minAccountAgeDays, 'day')} old may vote in this poll. Yours can vote in ${wait}.`,
    );
  }
  if (totalLevel < minTotalLevel) {
    const [needed, has] = [minTotalLevel, totalLevel].map((level) => level.toLocaleString('en'));
    throw new AppError(
      'polls/not-eligible',
      `This poll requires a total level of at least ${needed}. Yours is ${has}.`,
    );
  }
}

function assertAnswersValid(choices: number[], answers: number[]): void {
  if (answers.length < choices.length) throw invalidAnswers('Every question must have an answer.');
  if (answers.length > choices.length)
    throw invalidAnswers('There are more answers than questions.');
  const isKnown = answers.every((answer, at) => answer >= 0 && answer < (choices[at] ?? 0));
  if (!isKnown) throw invalidAnswers('One of the chosen answers does not exist.');
}

function invalidAnswers(text: string): AppError {
  return new AppError('polls/invalid-answers', text, { fields: { answers: text } });
}
