import { checkValues } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { PollDraft } from '#shared/endpoints/polls.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import { findEndProblem } from '#shared/rules/polls.ts';

/** State of the editor: raw input, with keys so that a moved line keeps its focus. */
export type EditedPoll = {
  title: string;
  /** In the viewer's local time. */
  end: string;
  minAccountAgeDays: string;
  minTotalLevel: string;
  questions: EditedQuestion[];
};

export type EditedQuestion = { key: number; text: string; answers: EditedAnswer[] };
export type EditedAnswer = { key: number; text: string };

let lastKey = 0;

export function newAnswer(text = ''): EditedAnswer {
  lastKey += 1;
  return { key: lastKey, text };
}

export function newQuestion(text = '', answers: string[] = ['', '']): EditedQuestion {
  lastKey += 1;
  return { key: lastKey, text, answers: answers.map(newAnswer) };
}

export function newPoll(now = Date.now()): EditedPoll {
  return {
    title: '',
    end: endInAWeek(now),
    minAccountAgeDays: '0',
    minTotalLevel: '0',
    questions: [newQuestion()],
  };
}

/** A copy gets a new end, since the original's may have passed. */
export function toEditedPoll(poll: Poll, { isCopy }: { isCopy: boolean }): EditedPoll {
  return {
    title: poll.title,
    end: isCopy ? endInAWeek(Date.now()) : toLocalInput(poll.endTime),
    minAccountAgeDays: String(poll.minAccountAgeDays),
    minTotalLevel: String(poll.minTotalLevel),
    questions: poll.questions.map(({ question, answers }) =>
      newQuestion(
        question,
        answers.map(({ text }) => text),
      ),
    ),
  };
}

/** A week from now, on the hour. */
function endInAWeek(now: number): string {
  const hour = 3_600_000;
  return toLocalInput(new Date(Math.ceil(now / hour) * hour + 7 * 24 * hour).toISOString());
}

/** Also checks that the poll ends in the future, which the schema does not do. */
export function checkPoll(edited: EditedPoll, now = Date.now()): Checked<PollDraft> {
  const endTime = fromLocalInput(edited.end);
  const checked = checkValues(PollDraft, {
    title: edited.title,
    endTime,
    minAccountAgeDays: toLimit(edited.minAccountAgeDays),
    minTotalLevel: toLimit(edited.minTotalLevel),
    questions: edited.questions.map(({ text, answers }) => ({
      question: text,
      answers: answers.map((answer) => answer.text),
    })),
  });
  const endProblem = findEndProblem(endTime, now);
  return endProblem ? { errors: { ...checked.errors, endTime: endProblem } } : checked;
}

/** An empty field means no limit. */
function toLimit(text: string): number {
  return text.trim() === '' ? 0 : Number(text);
}
