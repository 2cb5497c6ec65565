import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import {
  givenTimestamp,
  Id,
  isoTimestamp,
  line,
  optionalText,
  Version,
  wholeNumber,
  wholeNumberText,
} from '../schemas.ts';
import { Timestamp } from '../timestamps.ts';

const endpoint = endpointsOf('Polls');
const staffEndpoint = endpointsOf('Polls', { permissions: ['polls'] });

export const pollLimits = {
  title: 120,
  question: 300,
  answer: 200,
  questions: 50,
  answers: 50,
  accountAgeDays: 3650,
  totalLevel: 3000,
};

export type PollAnswer = z.infer<typeof PollAnswer>;
export const PollAnswer = z.object({ text: z.string(), votes: z.int() });

export type PollQuestion = z.infer<typeof PollQuestion>;
export const PollQuestion = z.object({ question: z.string(), answers: z.array(PollAnswer) });

const Eligibility = {
  /** 0 means every account. */
  minAccountAgeDays: z.int(),
  /** 0 means every level. */
  minTotalLevel: z.int(),
};

export type Poll = z.infer<typeof Poll>;
export const Poll = z.object({
  id: z.string(),
  title: z.string(),
  /** The planned end, or the actual end of a poll that was ended early. */
  endTime: Timestamp,
  ended: z.boolean(),
  questions: z.array(PollQuestion),
  ...Eligibility,
  /** Number of edits; above 0 the poll is marked as edited. A vote or an edit sends it back, so that the server can reject a stale page. */
  version: z.int(),
});

export const listPolls = endpoint('GET /api/polls', {
  access: 'public',
  summary: 'All polls: running polls first, soonest to end first, then ended polls, latest first.',
  query: z.object({
    /** Only the first polls of the list. */
    limit: z.optional(wholeNumberText(1, 100)),
  }),
  response: z.array(Poll),
  cachedUntil: ['polls'],
});

export const getPoll = endpoint('GET /api/polls/{id}', {
  access: 'public',
  summary: 'One poll with its counts.',
  response: Poll,
  cachedUntil: ['polls'],
});

export const getOwnVote = endpoint('GET /api/polls/{id}/vote', {
  access: 'login',
  summary: 'The answers that the caller chose; none without a vote.',
  /** The index of the chosen answer, one per question. */
  response: z.object({ answers: z.array(z.int()) }),
});

export const castVote = endpoint('POST /api/polls/{id}/vote', {
  access: 'login',
  isOnlyForStaying: true,
  summary: 'Vote in a running poll by answering all its questions. A vote cannot be changed.',
  body: z.object({
    /** The index of the chosen answer, one per question. */
    answers: z
      .array(z.int('Every question must have an answer.'), 'Every question must have an answer.')
      .check(z.maxLength(pollLimits.questions, 'There are more answers than questions.')),
    /** Optional; must agree with the session, which decides who votes. */
    username: optionalText(100),
    version: z.optional(Version),
  }),
  response: Poll,
  limit: { max: 60, seconds: 60 },
});

function amount(max: number) {
  return z._default(wholeNumber(0, max), 0);
}

function hasTwins(texts: string[]): boolean {
  return new Set(texts).size < texts.length;
}

const DraftAnswers = z.array(line(pollLimits.answer, 'Write the answer, or remove it.')).check(
  z.minLength(2, 'A question needs at least two answers.'),
  z.maxLength(pollLimits.answers, `A question can have at most ${pollLimits.answers} answers.`),
  z.refine((answers) => !hasTwins(answers.filter(Boolean)), 'Two answers are the same.'),
);

const chooseEnd = 'Choose when the poll ends.';

export type PollDraft = z.infer<typeof PollDraft>;
export const PollDraft = z.object({
  title: line(pollLimits.title, 'Give the poll a title.'),
  endTime: z.union([isoTimestamp(chooseEnd), givenTimestamp(chooseEnd)], chooseEnd),
  minAccountAgeDays: amount(pollLimits.accountAgeDays),
  minTotalLevel: amount(pollLimits.totalLevel),
  questions: z
    .array(
      z.object({
        question: line(pollLimits.question, 'Write the question.'),
        answers: DraftAnswers,
      }),
      'Ask at least one question.',
    )
    .check(
      z.minLength(1, 'Ask at least one question.'),
      z.maxLength(
        pollLimits.questions,
        `A poll can have at most ${pollLimits.questions} questions.`,
      ),
    ),
});

export type ManagedPoll = z.infer<typeof ManagedPoll>;
export const ManagedPoll = z.extend(Poll, {
  createdAt: Timestamp,
  voters: z.int(),
  isEndedEarly: z.boolean(),
});

export const listManagedPolls = staffEndpoint('GET /api/admin/polls', {
  summary: 'All polls with their turnout.',
  response: z.object({
    /** Number of all players, whether or not they may vote in a given poll. */
    players: z.int(),
    polls: z.array(ManagedPoll),
  }),
});

export const createPoll = staffEndpoint('POST /api/admin/polls', {
  summary: 'Create a poll. With `copyOf`, the audit log records which poll it was duplicated from.',
  body: z.extend(PollDraft, { copyOf: z.optional(Id) }),
  response: ManagedPoll,
});

export const updatePoll = staffEndpoint('PUT /api/admin/polls/{id}', {
  summary:
    'Edit a running poll. Once it has votes only its texts and its end can change: not the number or order of questions and answers, nor who may vote.',
  body: z.extend(PollDraft, { version: z.optional(Version) }),
  response: ManagedPoll,
});

export const endPoll = staffEndpoint('POST /api/admin/polls/{id}/end', {
  summary: 'End a poll now. Votes already cast still count.',
  response: ManagedPoll,
});

export const deletePoll = staffEndpoint('DELETE /api/admin/polls/{id}', {
  summary: 'Delete a poll with all its votes.',
});

export type Turnout = z.infer<typeof Turnout>;
export const Turnout = z.object({
  step: z.enum(['hour', 'day']),
  /** One point per step from the start until now or the end, including steps without votes. */
  points: z.array(z.object({ at: Timestamp, voters: z.int() })),
});

export const getTurnout = staffEndpoint('GET /api/admin/polls/{id}/turnout', {
  summary: 'Number of voters per hour or, for a long poll, per day.',
  response: Turnout,
});

export const downloadPollResults = staffEndpoint('GET /api/admin/polls/{id}/results.csv', {
  summary: 'The results of a poll as CSV.',
  response: z.string(),
  contentType: 'text/csv',
});
