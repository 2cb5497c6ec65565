import * as z from 'zod/mini';

import { adminFreshMinutes, endpoint } from './endpoint.ts';
import { ManagedOrder } from './payments.ts';
import { rights } from './permissions.ts';
import { Day, idText, isoTimestamp, Version } from './request-values.ts';

const tag = 'Admin';

export const adminLimits = {
  reason: 300,
  note: 500,
  coins: 1_000_000,
  coordinate: 16_383,
  height: 3,
};

export const rankNames: Record<number, string> = {
  [rights.player]: 'Player',
  [rights.moderator]: 'Player moderator',
  [rights.staff]: 'Staff',
  [rights.admin]: 'Admin',
};

const Moment = z.string();
const Count = z.int();
const Text = (max: number, missing: string) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), z.maxLength(max, `Use at most ${max} characters.`));

// ---- Everywhere: the palette -----------------------------------------------------------------

export type FoundThing = z.infer<typeof FoundThing>;
export const FoundThing = z.object({
  kind: z.enum(['player', 'post', 'poll', 'item']),
  /** A player's is the name. */
  id: z.string(),
  label: z.string(),
  detail: z.string(),
});

export const searchAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'admin',
  tag,
  summary: 'Players, posts, polls and items by name; players also by their exact email address.',
  query: z.object({ q: z.string().check(z.maxLength(254)) }),
  response: z.object({ results: z.array(FoundThing) }),
});

// ---- Dashboard -------------------------------------------------------------------------------

export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditEntry = z.object({
  id: z.int(),
  at: Moment,
  actor: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.nullable(z.string()),
});

/** Something that waits for a person. */
export type Concern = z.infer<typeof Concern>;
export const Concern = z.object({
  kind: z.enum([
    'deliveries-failed',
    'orders-review',
    'disputes-open',
    'payments-unknown',
    'server-stale',
    'ledger-wrong',
    'job-failing',
    'mails-failed',
    'mails-waiting',
  ]),
  count: Count,
  /** Names, such as of the silent server. */
  detail: z.string(),
  /** Of jobs one each; of mails one for all of them. */
  failures: z.array(
    z.object({
      name: z.string(),
      /** What the last attempt ran into. */
      reason: z.string(),
      since: Moment,
      lastAt: z.nullable(Moment),
    }),
  ),
});

export type AdminOverview = z.infer<typeof AdminOverview>;
export const AdminOverview = z.object({
  players: Count,
  newToday: Count,
  /** Null: no game server has reported yet. */
  online: z.nullable(Count),
  unclaimed: Count,
  staff: Count,
  concerns: z.array(Concern),
  /** The last check of the books; null before the first. */
  books: z.nullable(z.object({ at: Moment, isSound: z.boolean() })),
  latest: z.array(AuditEntry),
});

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  tag,
  summary: 'The figures of this isoTimestamp, what needs attention and the latest admin actions.',
  response: AdminOverview,
});

export const chartRanges = [7, 30, 90] as const;
export type ChartRange = (typeof chartRanges)[number];

export type AdminCharts = z.infer<typeof AdminCharts>;
export const AdminCharts = z.object({
  /** Seconds since 1970 at the beginning of each day in UTC, ascending. */
  days: z.array(z.int()),
  registrations: z.array(Count),
  /** The most players at once; null where nothing was reported. */
  online: z.array(z.nullable(Count)),
  coinsSold: z.array(Count),
  coinsSpent: z.array(Count),
  votes: z.array(Count),
});

export const getCharts = endpoint({
  method: 'GET',
  path: '/api/admin/charts',
  access: 'admin',
  tag,
  summary: 'Registrations, players online, coins sold and spent, and votes by day.',
  query: z.object({ days: z.enum(['7', '30', '90']) }),
  response: AdminCharts,
});

// ---- Users -----------------------------------------------------------------------------------

export const userSorts = ['name', 'name-desc', 'newest', 'oldest'] as const;
export type UserSort = (typeof userSorts)[number];

export type ListedUser = z.infer<typeof ListedUser>;
export const ListedUser = z.object({
  username: z.string(),
  email: z.string(),
  userRights: z.int(),
  communityManager: z.boolean(),
  wyncoins: z.int(),
  createdAt: Moment,
  lastSeenAt: z.nullable(Moment),
  isBanned: z.boolean(),
  isMuted: z.boolean(),
});

export const usersPageSize = 25;
/** Counted no further: from there on the list says "more than". */
export const countedUsers = 1_000;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  tag,
  summary:
    'Accounts, 25 at a time. A name is looked for at the beginning first, then anywhere, then by likeness; an email address must be exact.',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(254))),
    rights: z.optional(z.enum(['0', '1', '2', '3', 'staff'])),
    state: z.optional(z.enum(['banned', 'muted'])),
    sort: z.optional(z.enum(userSorts)),
    /** Where the page before this one ended, or the page after it began. */
    after: z.optional(z.string().check(z.maxLength(200))),
    before: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    users: z.array(ListedUser),
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** Counted up to 1,000 and one more. */
    total: z.int(),
  }),
});

// ---- One player ------------------------------------------------------------------------------

const UsernameParams = z.object({ username: z.string().check(z.minLength(1), z.maxLength(40)) });
const SanctionKind = z.enum(['mute', 'ban']);

const VersionQuery = z.object({
  version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
});

export type ManagedSanction = z.infer<typeof ManagedSanction>;
export const ManagedSanction = z.object({
  id: z.int(),
  kind: SanctionKind,
  reason: z.string(),
  source: z.enum(['site', 'game']),
  issuedBy: z.string(),
  issuedAt: Moment,
  /** Null: without end. */
  expiresAt: z.nullable(Moment),
  liftedAt: z.nullable(Moment),
  liftedBy: z.nullable(z.string()),
});

export type ManagedUser = z.infer<typeof ManagedUser>;
export const ManagedUser = z.object({
  username: z.string(),
  email: z.string(),
  userRights: z.int(),
  communityManager: z.boolean(),
  wyncoins: z.int(),
  createdAt: Moment,
  version: z.int(),
  isOwn: z.boolean(),
  /** The server would refuse to demote or ban them. */
  isLastAdmin: z.boolean(),
  hasTwoFactor: z.boolean(),
  isWalletFrozen: z.boolean(),
  /** In the game right now. */
  isOnline: z.boolean(),
  totalLevel: z.nullable(z.int()),
  /** Those in force. */
  ban: z.nullable(ManagedSanction),
  mute: z.nullable(ManagedSanction),
  /** All of them, newest first. */
  sanctions: z.array(ManagedSanction),
  infractions: z.array(
    z.object({ id: z.int(), note: z.string(), notedBy: z.string(), at: Moment }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: Moment,
      lastSeenAt: Moment,
      ip: z.string(),
      device: z.string(),
    }),
  ),
});

export const getManagedUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{username}',
  access: 'admin',
  tag,
  summary: 'Everything about one player that fits on one page.',
  params: UsernameParams,
  response: ManagedUser,
});

/** What the longer lists answer: the newest first, continued by `before`. */
const PageQuery = z.object({
  before: z.optional(idText('That is no id.')),
});

export type PlayerPurchase = z.infer<typeof PlayerPurchase>;
export const PlayerPurchase = z.object({
  id: z.int(),
  at: Moment,
  itemName: z.string(),
  itemId: z.int(),
  quantity: z.int(),
  price: z.int(),
  state: z.enum(['bought', 'refunded']),
  delivery: z.object({
    id: z.string(),
    state: z.enum(['queued', 'claimed', 'delivered', 'attention', 'canceled']),
    failures: z.int(),
    lastFailure: z.nullable(z.string()),
    deliveredAt: z.nullable(Moment),
  }),
});

export const listPlayerPurchases = endpoint({
  method: 'GET',
  path: '/api/admin/users/{username}/purchases',
  access: 'admin',
  tag,
  summary: 'What a player has bought and what became of each delivery.',
  params: UsernameParams,
  query: PageQuery,
  response: z.object({ purchases: z.array(PlayerPurchase), next: z.nullable(z.string()) }),
});

export const listPlayerOrders = endpoint({
  method: 'GET',
  path: '/api/admin/users/{username}/orders',
  access: 'admin',
  tag,
  summary: 'A player’s top-offs, newest first, with what can still be given back.',
  params: UsernameParams,
  query: z.object({ page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))) }),
  response: z.object({ orders: z.array(ManagedOrder), page: z.int(), pages: z.int() }),
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/{id}/resend',
  access: 'admin',
  tag,
  summary: 'Queue a failed delivery again. Safe: the game applies the same delivery once.',
  params: z.object({ id: z.uuid() }),
});

export type PlayerVote = z.infer<typeof PlayerVote>;
export const PlayerVote = z.object({ pollId: z.string(), title: z.string(), at: Moment });

export const listPlayerVotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/{username}/votes',
  access: 'admin',
  tag,
  summary: 'In which polls a player has voted; never what.',
  params: UsernameParams,
  response: z.array(PlayerVote),
});

export const changeRights = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{username}/rights',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary: 'Change a player’s rights. Nobody changes their own, and the last admin stays one.',
  params: UsernameParams,
  body: z.object({ rights: z.int().check(z.minimum(0), z.maximum(3)), version: Version }),
});

export const changeCommunityManager = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{username}/community-manager',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary: 'Make a player a community manager, or an ordinary player again.',
  params: UsernameParams,
  body: z.object({ communityManager: z.boolean(), version: Version }),
});

export const sanctionPlayer = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{username}/sanctions/{kind}',
  access: 'admin',
  tag,
  summary: 'Mute or ban a player. A ban ends every session at once. The game is told.',
  params: z.object({ ...UsernameParams.shape, kind: SanctionKind }),
  body: z.object({
    reason: Text(adminLimits.reason, 'Say why.'),
    /** Null: without end. */
    expiresAt: z.nullable(isoTimestamp('Choose when it ends.')),
    version: Version,
  }),
});

export const pardonPlayer = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{username}/sanctions/{kind}',
  access: 'admin',
  tag,
  summary: 'End a player’s mute or ban before its time.',
  params: z.object({ ...UsernameParams.shape, kind: SanctionKind }),
  query: VersionQuery,
});

export const noteInfraction = endpoint({
  method: 'POST',
  path: '/api/admin/users/{username}/infractions',
  access: 'admin',
  tag,
  summary: 'Write down what staff should remember of a player.',
  params: UsernameParams,
  body: z.object({ note: Text(adminLimits.note, 'Write what happened.'), version: Version }),
});

export const removeInfraction = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{username}/infractions/{id}',
  access: 'admin',
  tag,
  summary: 'Take an infraction back.',
  params: z.object({
    ...UsernameParams.shape,
    id: idText('That is no id.'),
  }),
  query: VersionQuery,
});

export const kickPlayer = endpoint({
  method: 'POST',
  path: '/api/admin/users/{username}/kick',
  access: 'admin',
  tag,
  summary: 'Throw a player out of the game, once.',
  params: UsernameParams,
  body: z.object({ version: Version }),
});

const Coordinate = z
  .int('A whole number.')
  .check(
    z.minimum(0, 'At least 0.'),
    z.maximum(adminLimits.coordinate, `At most ${adminLimits.coordinate}.`),
  );

export const teleportPlayer = endpoint({
  method: 'POST',
  path: '/api/admin/users/{username}/teleport',
  access: 'admin',
  tag,
  summary: 'Move a player to a place in the game.',
  params: UsernameParams,
  body: z.object({
    x: Coordinate,
    y: Coordinate,
    height: z
      .int('A whole number.')
      .check(
        z.minimum(0, 'At least 0.'),
        z.maximum(adminLimits.height, `At most ${adminLimits.height}.`),
      ),
    version: Version,
  }),
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/admin/users/{username}/coins',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary: 'Give or take coins, with a reason that the player reads. Repeating a key does nothing.',
  params: UsernameParams,
  body: z.object({
    amount: z.int('A whole number of coins.').check(
      z.minimum(-adminLimits.coins, 'At most 1,000,000 at once.'),
      z.maximum(adminLimits.coins, 'At most 1,000,000 at once.'),
      z.refine((amount) => amount !== 0, 'More or less than nothing.'),
    ),
    reason: Text(adminLimits.reason, 'Say why.'),
    key: z.uuid(),
    version: Version,
  }),
  response: z.object({ balance: z.int() }),
});

export const endPlayerSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{username}/sessions/{id}',
  access: 'admin',
  tag,
  summary: 'Sign a player out on one device.',
  params: z.object({ ...UsernameParams.shape, id: z.uuid() }),
  query: VersionQuery,
});

export const endPlayerSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{username}/sessions',
  access: 'admin',
  tag,
  summary: 'Sign a player out everywhere.',
  params: UsernameParams,
  query: VersionQuery,
});

// ---- Audit -----------------------------------------------------------------------------------

export type AuditFilter = z.infer<typeof AuditFilter>;
export const AuditFilter = z.object({
  actor: z.optional(z.string().check(z.maxLength(40))),
  /** One action such as `news/published`, or all of a feature: `news`. */
  action: z.optional(z.string().check(z.maxLength(60))),
  /** Exactly whom or what it was about; players by name. */
  subject: z.optional(z.string().check(z.maxLength(100))),
  /** A name: all about that player, the top-offs, purchases and deliveries included. */
  player: z.optional(z.string().check(z.maxLength(40))),
  /** Days in UTC, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
});

export const auditPageSize = 50;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  tag,
  summary: 'What admins did: who, what, before, after, when, from where. Newest first.',
  query: z.object({
    ...AuditFilter.shape,
    before: z.optional(idText('That is no id.')),
  }),
  response: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
});

export const listAuditActions = endpoint({
  method: 'GET',
  path: '/api/admin/audit/actions',
  access: 'admin',
  tag,
  summary: 'Every kind of action that is in the log.',
  response: z.array(z.string()),
});

export const auditCsvPath = '/api/admin/audit.csv';
