import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { SupporterSettings } from './supporters.ts';

const step = { name: 'Squire', icon: 'star', colour: 'gold', coins: 5, thanks: '', gameRank: null };
const goal = { text: 'A new keep', amount: 9000, currency: 'usd' };

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...step, name: `Rank ${at}`, coins: at + 1 }));

test.each<[string, object]>([
  ['nothing', { steps: [], goal: null }],
  ['twelve ranks', { steps: steps(12) }],
  ['the longest name', { steps: [{ ...step, name: 'n'.repeat(30) }] }],
  ['the longest thanks', { steps: [{ ...step, thanks: 't'.repeat(200) }] }],
  ['the longest rank of the game', { steps: [{ ...step, gameRank: 'g'.repeat(60) }] }],
  ['one coin', { steps: [{ ...step, coins: 1 }] }],
  ['a hundred million coins', { steps: [{ ...step, coins: 100_000_000 }] }],
  ['the longest goal', { goal: { ...goal, text: 'g'.repeat(200) } }],
  ['one cent', { goal: { ...goal, amount: 1 } }],
  ['ten million dollars', { goal: { ...goal, amount: 1_000_000_000 } }],
])('%s can be saved', (_what, change) => {
  const settings = { isShown: true, goal, steps: [step], ...change };
  expect(z.safeParse(SupporterSettings, settings).error).toBeUndefined();
});

test.each<[string, object, string]>([
  ['thirteen ranks', { steps: steps(13) }, 'steps'],
  ['a longer name', { steps: [{ ...step, name: 'n'.repeat(31) }] }, 'steps.0.name'],
  ['no name', { steps: [{ ...step, name: ' ' }] }, 'steps.0.name'],
  ['longer thanks', { steps: [{ ...step, thanks: 't'.repeat(201) }] }, 'steps.0.thanks'],
  ['a longer rank', { steps: [{ ...step, gameRank: 'g'.repeat(61) }] }, 'steps.0.gameRank'],
  ['an empty rank', { steps: [{ ...step, gameRank: '' }] }, 'steps.0.gameRank'],
  ['a rank of two lines', { steps: [{ ...step, gameRank: 'a\nb' }] }, 'steps.0.gameRank'],
  ['no coins', { steps: [{ ...step, coins: 0 }] }, 'steps.0.coins'],
  ['more coins', { steps: [{ ...step, coins: 100_000_001 }] }, 'steps.0.coins'],
  ['an unknown icon', { steps: [{ ...step, icon: 'unknown' }] }, 'steps.0.icon'],
  ['an unknown colour', { steps: [{ ...step, colour: 'pink' }] }, 'steps.0.colour'],
  ['a longer goal', { goal: { ...goal, text: 'g'.repeat(201) } }, 'goal.text'],
  ['no goal', { goal: { ...goal, text: '' } }, 'goal.text'],
  ['half a cent', { goal: { ...goal, amount: 0.5 } }, 'goal.amount'],
  ['more money', { goal: { ...goal, amount: 1_000_000_001 } }, 'goal.amount'],
])('%s cannot be saved', (_what, change, field) => {
  const settings = { isShown: true, goal, steps: [step], ...change };
  const { issues = [] } = z.safeParse(SupporterSettings, settings).error ?? {};
  expect([...new Set(issues.map(({ path }) => path.join('.')))]).toEqual([field]);
});
