import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { counterLimits, listKeyPattern, modeLimits } from '../rules/hiscores.ts';
import { labelTones } from '../rules/labels.ts';
import { listIcons } from '../rules/list-icons.ts';
import { IdNumber, line, Moment, wholeNumber } from '../schemas.ts';

/** Game modes and counters: what the owner adds to the lists of the skills. */
const endpoint = endpointsOf('Hiscores', { access: 'public' });
const adminEndpoint = endpointsOf('Admin');

const keyHint = 'Use small letters, digits, - and _, as the game sends it.';

/** The name that the game uses. */
export const ListKey = z.string(keyHint).check(z.trim(), z.regex(listKeyPattern, keyHint));

const modeLook = { icon: z.enum(listIcons), colour: z.enum(labelTones) };

export type Mode = z.infer<typeof Mode>;
export const Mode = z.object({ key: z.string(), name: z.string(), ...modeLook });

const counterFields = { key: z.string(), name: z.string(), icon: z.enum(listIcons) };

export type Season = z.infer<typeof Season>;
export const Season = z.object({
  id: z.int(),
  name: z.string(),
  startsAt: Moment,
  endsAt: Moment,
  /** The scores are final. */
  isClosed: z.boolean(),
  /** The game server that is its world; null if gains in the hiscores count. */
  serverId: z.nullable(z.int()),
});

export type HiscoreLists = z.infer<typeof HiscoreLists>;
export const HiscoreLists = z.object({
  /** The counters in their order, by group. Each has a list under its name, like a skill. */
  groups: z.array(
    z.object({
      name: z.string(),
      counters: z.array(
        z.object({
          ...counterFields,
          /** The least count that is listed. */
          minimum: z.int(),
        }),
      ),
    }),
  ),
  /** The running season, else the next one, else the latest one. Absent if the site has no seasons. */
  season: z.optional(Season),
});

export const getHiscoreLists = endpoint('GET /api/hiscores/lists', {
  summary:
    'The counters that this site ranks beside the skills, in order and by group, and the season.',
  response: HiscoreLists,
  cachedUntil: ['site'],
});

export const listName = (max: number) =>
  line(max, 'Enter a name.').check(z.regex(/^[^,"]*$/, 'Do not use commas and quotation marks.'));

export type ModeDraft = z.infer<typeof ModeDraft>;
export const ModeDraft = z.object({ key: ListKey, name: listName(modeLimits.name), ...modeLook });

export type ManagedMode = z.infer<typeof ManagedMode>;
export const ManagedMode = z.extend(Mode, {
  id: z.int(),
  /** How many are in its Overall list. */
  players: z.int(),
});

export type CounterDraft = z.infer<typeof CounterDraft>;
export const CounterDraft = z.object({
  key: ListKey,
  name: listName(counterLimits.name),
  group: listName(counterLimits.group),
  icon: z.enum(listIcons),
  minimum: wholeNumber(1, counterLimits.count),
});

export type ManagedCounter = z.infer<typeof ManagedCounter>;
export const ManagedCounter = z.object({
  ...counterFields,
  id: z.int(),
  group: z.string(),
  minimum: z.int(),
  /** How many are in its list. */
  players: z.int(),
});

const Order = z.object({ ids: z.array(IdNumber).check(z.maxLength(counterLimits.most)) });
const ManagedModes = z.object({ modes: z.array(ManagedMode) });
const ManagedCounters = z.object({ counters: z.array(ManagedCounter) });

export const listManagedModes = adminEndpoint('GET /api/admin/hiscores/modes', {
  summary: 'The game modes, in order.',
  response: ManagedModes,
});

export const createMode = adminEndpoint('POST /api/admin/hiscores/modes', {
  summary: 'Add a game mode. Players are in it from their next report on.',
  body: ModeDraft,
  response: ManagedMode,
});

export const updateMode = adminEndpoint('PUT /api/admin/hiscores/modes/{id}', {
  summary: 'Change a game mode.',
  body: ModeDraft,
  response: ManagedMode,
});

export const deleteMode = adminEndpoint('DELETE /api/admin/hiscores/modes/{id}', {
  summary: 'Delete a game mode. Its players stay in the lists of all players.',
});

export const reorderModes = adminEndpoint('PUT /api/admin/hiscores/modes/order', {
  summary: 'Sort the game modes.',
  body: Order,
  response: ManagedModes,
});

export const listManagedCounters = adminEndpoint('GET /api/admin/hiscores/counters', {
  summary: 'The counters, in order.',
  response: ManagedCounters,
});

export const createCounter = adminEndpoint('POST /api/admin/hiscores/counters', {
  summary: 'Add a counter. Players are in its list from their next report on.',
  body: CounterDraft,
  response: ManagedCounter,
});

export const updateCounter = adminEndpoint('PUT /api/admin/hiscores/counters/{id}', {
  summary: 'Change a counter. Another minimum takes effect at once.',
  body: CounterDraft,
  response: ManagedCounter,
});

export const deleteCounter = adminEndpoint('DELETE /api/admin/hiscores/counters/{id}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Delete a counter with all its counts.',
});

export const reorderCounters = adminEndpoint('PUT /api/admin/hiscores/counters/order', {
  summary: 'Sort the counters. The formats for existing tools have the same order.',
  body: Order,
  response: ManagedCounters,
});

const reportKinds = ['mode', 'counter'] as const;
export type ReportKind = (typeof reportKinds)[number];

export type UnknownReport = z.infer<typeof UnknownReport>;
export const UnknownReport = z.object({
  kind: z.enum(reportKinds),
  key: z.string(),
  /** The one that sent it last. */
  gameServer: z.nullable(z.string()),
  firstSeen: Moment,
  lastSeen: Moment,
  /** The last count; null for a mode. */
  sample: z.nullable(z.int()),
});

export const listUnknownReports = adminEndpoint('GET /api/admin/hiscores/unknown', {
  summary: 'Modes and counters that games report and the site does not know, the latest first.',
  response: z.object({ reports: z.array(UnknownReport) }),
});

export const dismissUnknownReport = adminEndpoint(
  'DELETE /api/admin/hiscores/unknown/{kind}/{key}',
  {
    summary: 'Take an unknown mode or counter off the list. It comes back if it is reported again.',
    params: z.object({ kind: z.enum(reportKinds), key: z.string().check(z.maxLength(40)) }),
  },
);
