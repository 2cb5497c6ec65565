import { expect, test } from 'vitest';

import { updateVoteRules, VoteListDraft } from './votes.ts';

const list = {
  name: 'Lantern List',
  link: 'https://lists.example.test/{token}',
  tokenParameter: 'incentive',
  successParameter: 'voted',
  successValue: '1',
  tokenAlphabet: 'mixed',
  tokenLength: 22,
  intervalHours: 12,
  method: 'any',
  senders: [],
  coins: 40,
  shopItemId: null,
  isOn: true,
};
const linkOf = (length: number) => list.link.padEnd(length, 'x');
const sendersOf = (count: number) => Array.from({ length: count }, (_, at) => `10.0.0.${at}`);

test.each<[object, object]>([
  [{ name: 'x'.repeat(40) }, { name: 'x'.repeat(41) }],
  [{ link: linkOf(300) }, { link: linkOf(301) }],
  [{ tokenParameter: 'x'.repeat(60) }, { tokenParameter: 'x'.repeat(61) }],
  [{ successParameter: 'x'.repeat(60) }, { successParameter: 'x'.repeat(61) }],
  [{ successValue: 'x'.repeat(60) }, { successValue: 'x'.repeat(61) }],
  [{ tokenLength: 11 }, { tokenLength: 10 }],
  [{ tokenLength: 64 }, { tokenLength: 65 }],
  [{ intervalHours: 1 }, { intervalHours: 0 }],
  [{ intervalHours: 168 }, { intervalHours: 169 }],
  [{ coins: 1_000_000 }, { coins: 1_000_001 }],
  [{ coins: 0, shopItemId: 1 }, { coins: 0 }],
  [{ senders: sendersOf(10) }, { senders: sendersOf(11) }],
  [{ senders: ['2001:db8::7', '2001:db8::/32', '10.0.0.0/8'] }, { senders: ['10.0.0.0/33'] }],
  [{ senders: ['Lists.example.test'] }, { senders: ['lists'] }],
  [{ link: '/sandbox/{token}' }, { link: '//sandbox/{token}' }],
  [
    { tokenAlphabet: 'letters', tokenLength: 12 },
    { tokenAlphabet: 'letters', tokenLength: 11 },
  ],
])('a list may have %j, but not %j', (good, bad) => {
  expect(VoteListDraft.safeParse({ ...list, ...good }).success).toBe(true);
  expect(VoteListDraft.safeParse({ ...list, ...bad }).success).toBe(false);
});

const rules = { streakDays: 7, coins: 5, shopItemId: null, prize: '', tellGames: true };

test.each<[object, object]>([
  [{ streakDays: 365 }, { streakDays: 366 }],
  [{ coins: 1_000_000 }, { coins: 1_000_001 }],
  [{ prize: 'x'.repeat(200) }, { prize: 'x'.repeat(201) }],
  [{ coins: 0, shopItemId: 3 }, { coins: 0 }],
  [
    { streakDays: 0, coins: 0 },
    { streakDays: 1, coins: 0 },
  ],
])('the rules may have %j, but not %j', (good, bad) => {
  expect(updateVoteRules.body!.safeParse({ ...rules, ...good }).success).toBe(true);
  expect(updateVoteRules.body!.safeParse({ ...rules, ...bad }).success).toBe(false);
});
