import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { labelTones } from '../rules/labels.ts';
import { listIcons } from '../rules/list-icons.ts';
import { IdNumber, line, wholeNumber } from '../schemas.ts';
import { listName } from './hiscore-lists.ts';
import { Currency } from './top-up.ts';

/** Ranks by coins bought in total, and the goal of the community. */
const endpoint = endpointsOf('Shop', { access: 'login' });
const adminEndpoint = endpointsOf('Shop');

export const supporterLimits = { name: 30, thanks: 200, rank: 60, steps: 12, goalText: 200 };

const stepFields = {
  name: listName(supporterLimits.name),
  icon: z.enum(listIcons),
  colour: z.enum(labelTones),
};

/** Shown beside names, whose players have its id. */
export type SupporterStep = z.infer<typeof SupporterStep>;
export const SupporterStep = z.object({ id: z.int(), ...stepFields });

export type OwnSupporter = z.infer<typeof OwnSupporter>;
export const OwnSupporter = z.object({
  /** Bought in total, without bonus coins and without what was refunded or disputed. */
  coins: z.int(),
  step: z.optional(z.extend(SupporterStep, { thanks: z.string() })),
  next: z.optional(z.object({ name: z.string(), coins: z.int() })),
  /** Whether the caller may be named among the latest supporters. */
  isNamed: z.boolean(),
});

export const getOwnSupporter = endpoint('GET /api/supporters/mine', {
  summary: 'The caller’s supporter rank, and how far the next one is.',
  response: OwnSupporter,
});

export const updateOwnSupporter = endpoint('PUT /api/supporters/mine', {
  summary: 'Agree to be named among the latest supporters, or no longer.',
  body: z.object({ isNamed: z.boolean() }),
  response: OwnSupporter,
});

export type StepDraft = z.infer<typeof StepDraft>;
export const StepDraft = z.object({
  /** Missing: a new step. */
  id: z.optional(IdNumber),
  ...stepFields,
  coins: wholeNumber(1, 100_000_000),
  thanks: z.string().check(z.trim(), z.maxLength(supporterLimits.thanks)),
  /** Given in the game as a rank; null: none. */
  gameRank: z.nullable(line(supporterLimits.rank, 'Enter the rank as the game calls it.')),
});

export type Goal = z.infer<typeof Goal>;
export const Goal = z.object({
  text: line(supporterLimits.goalText, 'Say what the money is for.'),
  /** Top-ups of a month, in cents. */
  amount: wholeNumber(1, 1_000_000_000, 'Enter an amount of money.'),
  currency: Currency,
});

/** The goal with what this month has brought. */
export type GoalProgress = z.infer<typeof GoalProgress>;
export const GoalProgress = z.extend(Goal, {
  /** In cents, without what was refunded or disputed. */
  raised: z.int(),
  /** The latest of this month who agreed to be named. */
  supporters: z.array(z.object({ username: z.string(), step: z.optional(z.int()) })),
});

export type SupporterSettings = z.infer<typeof SupporterSettings>;
export const SupporterSettings = z.object({
  /** Whether the icons of the ranks are shown beside names. */
  isShown: z.boolean(),
  /** Null: the home page has no goal. */
  goal: z.nullable(Goal),
  steps: z.array(StepDraft).check(
    z.maxLength(supporterLimits.steps),
    z.refine(
      (steps) => areDifferent(steps, ({ coins }) => coins),
      'Two ranks need the same coins.',
    ),
    z.refine(
      (steps) => areDifferent(steps, ({ name }) => name.toLowerCase()),
      'Two ranks have the same name.',
    ),
  ),
});

function areDifferent<Item>(items: Item[], read: (item: Item) => unknown): boolean {
  return new Set(items.map(read)).size === items.length;
}

export type ManagedSupporters = z.infer<typeof ManagedSupporters>;
export const ManagedSupporters = z.extend(SupporterSettings, {
  /** From the lowest to the highest, with the number of players whose highest one it is. */
  steps: z.array(z.extend(StepDraft, { id: z.int(), players: z.int() })),
});

export const getManagedSupporters = adminEndpoint('GET /api/admin/supporters', {
  summary: 'Supporter ranks and the goal of the community.',
  response: ManagedSupporters,
});

export const updateSupporters = adminEndpoint('PUT /api/admin/supporters', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Save supporter ranks and the goal. Every player’s rank is found again, and the game is told of ranks that were reached or lost.',
  body: SupporterSettings,
  response: ManagedSupporters,
});
