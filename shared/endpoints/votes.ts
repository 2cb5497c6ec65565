import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { callbackReasons, findPlaceholder, tokenAlphabets, tokenLengths } from '../rules/votes.ts';
import type { TokenAlphabet } from '../rules/votes.ts';
import {
  anyLine,
  IdNumber,
  line,
  Moment,
  PageQuery,
  Paging,
  Version,
  wholeNumber,
} from '../schemas.ts';

const endpoint = endpointsOf('Votes');
const staffEndpoint = endpointsOf('Votes', { permissions: ['votes'] });

export const voteLimits = {
  lists: 20,
  name: 40,
  link: 300,
  parameter: 60,
  coins: 1_000_000,
  hours: 168,
  tokenLength: 64,
  senders: 10,
  streakDays: 365,
  prize: 200,
};

export type Reward = z.infer<typeof Reward>;
/** Coins, an item of the store or both. */
export const Reward = z.object({ coins: z.int(), item: z.nullable(z.string()) });

export type VoteList = z.infer<typeof VoteList>;
export const VoteList = z.object({
  id: z.int(),
  name: z.string(),
  intervalHours: z.int(),
  reward: Reward,
});

export type VoteOverview = z.infer<typeof VoteOverview>;
export const VoteOverview = z.object({
  lists: z.array(VoteList),
  /** Given each time a player has voted on so many more days in a row. */
  streak: z.nullable(z.extend(Reward, { days: z.int() })),
  /** For the top voters of the month, in the owner's words. */
  prize: z.string(),
  /** Such as 2026-11, in UTC. */
  month: z.string(),
  topVoters: z.array(z.object({ username: z.string(), votes: z.int() })),
});

export const getVoteOverview = endpoint('GET /api/votes', {
  access: 'public',
  summary: 'The lists to vote on with their rewards, and this month’s top voters.',
  response: VoteOverview,
  cachedUntil: ['votes', 'shop'],
});

export type OwnVotes = z.infer<typeof OwnVotes>;
export const OwnVotes = z.object({
  /** Days in a row on which the caller has voted, until today or yesterday. */
  streak: z.int(),
  votesThisMonth: z.int(),
  /** Lists on which the caller has to wait. */
  waiting: z.array(z.object({ listId: z.int(), until: Moment })),
  /** The latest vote that was rewarded, with everything it gave. */
  latest: z.nullable(
    z.object({
      id: z.int(),
      list: z.string(),
      coins: z.int(),
      items: z.array(z.string()),
      streak: z.int(),
    }),
  ),
});

export const getOwnVotes = endpoint('GET /api/votes/own', {
  access: 'login',
  summary: 'The caller’s streak, waiting times and latest rewarded vote.',
  response: OwnVotes,
});

export const startVote = endpoint('POST /api/votes/lists/{id}/start', {
  access: 'login',
  isOnlyForStaying: true,
  summary: 'A link to vote on a list, with a token that is good for one reward.',
  response: z.object({ url: z.string() }),
  limit: { max: 30, seconds: 60 },
});

const CallbackParams = z.object({ id: z.string(), secret: z.string() });

const callback = {
  access: 'public',
  summary:
    'Called by a list after a vote. The list’s settings name the parameters. Always answers 200; the log has the reason.',
  params: CallbackParams,
  response: z.string(),
  contentType: 'text/plain',
} as const;

export const receiveCallback = endpoint('GET /api/votes/callback/{id}/{secret}', callback);
export const receivePostedCallback = endpoint('POST /api/votes/callback/{id}/{secret}', callback);

const rewardFields = {
  coins: wholeNumber(0, voteLimits.coins),
  /** An item of the store. */
  shopItemId: z.nullable(IdNumber),
};

const optionalLine = (max: number) => z._default(anyLine(max), '');

const senderText = 'Use addresses such as 203.0.113.7 or 10.0.0.0/8, or host names.';
const hostName = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;

const Sender = z.pipe(
  z.string().check(z.trim(), z.maxLength(253, senderText)),
  z.union(
    [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.string().check(z.regex(hostName))],
    senderText,
  ),
);

const draftFields = {
  name: line(voteLimits.name, 'Enter the name of the list.'),
  link: line(voteLimits.link, 'Enter the link to vote.').check(
    z.regex(/^(?:https?:\/\/[^/]|\/(?!\/))/, 'Use an address like https://example.com.'),
    z.refine((link) => link.includes('{token}'), 'Put {token} where the list wants the incentive.'),
    z.refine((link) => !findPlaceholder(link), {
      error: ({ input }) =>
        `Replace ${findPlaceholder(String(input))} with your value on this list.`,
    }),
  ),
  /** Names of the parameter with the token, separated by commas. Empty: any parameter. */
  tokenParameter: optionalLine(voteLimits.parameter),
  /** The parameter that says whether the vote counted. Empty: every callback means a vote. */
  successParameter: optionalLine(voteLimits.parameter),
  successValue: optionalLine(voteLimits.parameter),
  tokenAlphabet: z.enum(Object.keys(tokenAlphabets) as [TokenAlphabet, ...TokenAlphabet[]]),
  tokenLength: wholeNumber(tokenLengths.mixed.least, voteLimits.tokenLength),
  intervalHours: wholeNumber(1, voteLimits.hours),
  method: z.enum(['any', 'GET', 'POST']),
  /** Addresses and host names that may send callbacks. Empty: all. */
  senders: z
    .array(Sender)
    .check(z.maxLength(voteLimits.senders, `Use at most ${voteLimits.senders}.`)),
  isOn: z.boolean(),
  ...rewardFields,
};

const rules = [
  z.refine<{ tokenAlphabet: TokenAlphabet; tokenLength: number }>(
    ({ tokenAlphabet, tokenLength }) => tokenLength >= tokenLengths[tokenAlphabet].least,
    { error: 'This token could be guessed. Make it longer.', path: ['tokenLength'] },
  ),
  z.refine<{ successParameter: string; successValue: string }>(
    ({ successParameter, successValue }) => Boolean(successParameter) === Boolean(successValue),
    { error: 'Enter both the parameter and its value, or neither.', path: ['successValue'] },
  ),
  z.refine<{ coins: number; shopItemId: number | null }>(
    ({ coins, shopItemId }) => coins > 0 || shopItemId !== null,
    { error: 'Enter coins or choose an item.', path: ['coins'] },
  ),
] as const;

export type VoteListDraft = z.infer<typeof VoteListDraft>;
export const VoteListDraft = z.object(draftFields).check(...rules);

export type ManagedVoteList = z.infer<typeof ManagedVoteList>;
export const ManagedVoteList = z.object({
  ...draftFields,
  // Lists of the demo have links to this site.
  link: z.string(),
  id: z.int(),
  version: z.int(),
  itemName: z.nullable(z.string()),
  /** The address that the list calls, with its secret. Empty if the key of the site has changed. */
  callbackUrl: z.string(),
  votes30Days: z.int(),
});

export type VoteRules = z.infer<typeof VoteRules>;
/** The rules that are the same for all lists. */
export const VoteRules = z.object({
  /** The days in a row that give the extra reward; 0 switches it off. */
  streakDays: wholeNumber(0, voteLimits.streakDays),
  ...rewardFields,
  prize: optionalLine(voteLimits.prize),
  /** Sends each vote to the game servers. */
  tellGames: z.boolean(),
});

export const listManagedVoteLists = staffEndpoint('GET /api/admin/votes', {
  summary: 'All lists with their settings, the rules for all of them, and the votes of 30 days.',
  response: z.object({
    lists: z.array(ManagedVoteList),
    rules: VoteRules,
    /** Items of the store, as rewards. */
    items: z.array(z.object({ id: z.int(), name: z.string() })),
    /** One per UTC day, ending with today. */
    days: z.array(z.object({ day: z.string(), votes: z.int() })),
  }),
});

export const createVoteList = staffEndpoint('POST /api/admin/votes/lists', {
  summary: 'Add a list.',
  body: VoteListDraft,
  response: ManagedVoteList,
});

export const updateVoteList = staffEndpoint('PUT /api/admin/votes/lists/{id}', {
  summary: 'Change a list.',
  body: z.object({ ...draftFields, version: z.optional(Version) }).check(...rules),
  response: ManagedVoteList,
});

export const deleteVoteList = staffEndpoint('DELETE /api/admin/votes/lists/{id}', {
  summary: 'Delete a list. Votes and rewards stay.',
});

export const renewVoteSecret = staffEndpoint('POST /api/admin/votes/lists/{id}/secret', {
  summary: 'Give a list a new callback address. The old one stops working at once.',
  response: ManagedVoteList,
});

export const sendTestCallback = staffEndpoint('POST /api/admin/votes/lists/{id}/test', {
  summary: 'Send a callback with a test token to the list’s own address. It gives no reward.',
  response: z.object({ reason: z.enum(callbackReasons) }),
});

export const updateVoteRules = staffEndpoint('PUT /api/admin/votes/rules', {
  summary: 'Change the streak reward, the prize of the month and whether games are told.',
  body: VoteRules.check(
    z.refine(
      ({ streakDays, coins, shopItemId }) => !streakDays || coins > 0 || shopItemId !== null,
      {
        error: 'Enter coins or choose an item.',
        path: ['coins'],
      },
    ),
  ),
  response: VoteRules,
});

export type LoggedCallback = z.infer<typeof LoggedCallback>;
export const LoggedCallback = z.object({
  id: z.int(),
  at: Moment,
  list: z.string(),
  reason: z.enum(callbackReasons),
  sender: z.string(),
  /** Null if the token is unknown. */
  player: z.nullable(z.string()),
  canRetry: z.boolean(),
});

export const listCallbacks = staffEndpoint('GET /api/admin/votes/callbacks', {
  summary: 'The latest callbacks of all lists, newest first.',
  query: PageQuery,
  response: z.object({ callbacks: z.array(LoggedCallback), ...Paging }),
});

export const retryCallback = staffEndpoint('POST /api/admin/votes/callbacks/{id}/retry', {
  summary: 'Reward a refused callback after all, unless its token was used or it is too early.',
  response: z.object({ reason: z.enum(callbackReasons) }),
});
