import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { rights } from '../rules/permissions.ts';
import { staffPermissions } from '../rules/staff-permissions.ts';
import {
  bulkOf,
  BulkAnswer,
  listOf,
  IdParams,
  isoTimestamp,
  Moment,
  optionalText,
  text,
  UsernameParams,
  Version,
} from '../schemas.ts';
import { Username } from './accounts.ts';

const endpoint = endpointsOf('Admin');
const staffEndpoint = endpointsOf('Admin', { permissions: ['players'] });

export const adminLimits = {
  reason: 300,
  note: 500,
  coins: 1_000_000,
  coordinate: 16_383,
  height: 3,
};

/** Null for callers with the permission `players`: they need neither money nor addresses to moderate. */
const forAdmins = z.nullable;

export const rankNames: Record<number, string> = {
  [rights.player]: 'Player',
  [rights.moderator]: 'Player moderator',
  [rights.staff]: 'Staff',
  [rights.admin]: 'Admin',
};

const userSorts = ['name', 'name-desc', 'newest', 'oldest'] as const;
export type UserSort = (typeof userSorts)[number];

export type ListedUser = z.infer<typeof ListedUser>;
export const ListedUser = z.object({
  username: z.string(),
  email: forAdmins(z.string()),
  userRights: z.int(),
  permissions: z.array(z.enum(staffPermissions)),
  communityManager: z.boolean(),
  wyncoins: forAdmins(z.int()),
  createdAt: Moment,
  lastSeenAt: z.nullable(Moment),
  isBanned: z.boolean(),
  isMuted: z.boolean(),
  version: z.int(),
});

export const usersPageSize = 25;
/** Counting stops here; beyond it the list says "more than". */
export const maxCountedUsers = 1_000;

export const listUsers = staffEndpoint('GET /api/admin/users', {
  summary:
    'Accounts, 25 at a time. Names match by prefix first, then by any part, then by similarity; an email address must be exact.',
  query: z.object({
    search: optionalText(254),
    rights: z.optional(z.enum(['0', '1', '2', '3', 'staff'])),
    state: z.optional(z.enum(['banned', 'muted'])),
    sort: z.optional(z.enum(userSorts)),
    /** Cursors: the end of the previous page, or the start of the next one. */
    after: optionalText(200),
    before: optionalText(200),
  }),
  response: z.object({
    users: z.array(ListedUser),
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** At most 1,001: counting stops there. */
    total: z.int(),
  }),
});

export const usersCsvPath = '/api/admin/users.csv';

export const downloadUsers = staffEndpoint(`GET ${usersCsvPath}`, {
  summary: 'The chosen accounts as CSV. Email addresses and balances are for admins.',
  query: z.object({
    /** Separated by commas. */
    usernames: listOf(/[\w -]{1,40}/),
  }),
  response: z.string(),
  contentType: 'text/csv',
});

export const SanctionKind = z.enum(['mute', 'ban']);
export type SanctionKind = z.infer<typeof SanctionKind>;
const SanctionSource = z.enum(['site', 'game']);
export type SanctionSource = z.infer<typeof SanctionSource>;

export const VersionQuery = z.object({
  version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
});

export type ManagedSanction = z.infer<typeof ManagedSanction>;
export const ManagedSanction = z.object({
  id: z.int(),
  kind: SanctionKind,
  reason: z.string(),
  source: SanctionSource,
  issuedBy: z.string(),
  issuedAt: Moment,
  /** Null: permanent. */
  expiresAt: z.nullable(Moment),
  liftedAt: z.nullable(Moment),
  liftedBy: z.nullable(z.string()),
});

export type ManagedUser = z.infer<typeof ManagedUser>;
export const ManagedUser = z.object({
  username: z.string(),
  email: forAdmins(z.string()),
  isEmailConfirmed: forAdmins(z.boolean()),
  userRights: z.int(),
  permissions: z.array(
    z.object({
      permission: z.enum(staffPermissions),
      /** Null: the command line, or an account that no longer exists. */
      givenBy: z.nullable(z.string()),
      givenAt: Moment,
    }),
  ),
  communityManager: z.boolean(),
  wyncoins: forAdmins(z.int()),
  createdAt: Moment,
  /** Set if the account is to be deleted. */
  deleteAfter: z.nullable(Moment),
  version: z.int(),
  isOwn: z.boolean(),
  /** The last admin cannot be demoted or banned. */
  isLastAdmin: z.boolean(),
  hasTwoFactor: forAdmins(z.boolean()),
  /** The linked Discord account. */
  discordName: z.nullable(z.string()),
  isWalletFrozen: forAdmins(z.boolean()),
  isOnline: z.boolean(),
  totalLevel: z.nullable(z.int()),
  ban: z.nullable(ManagedSanction),
  mute: z.nullable(ManagedSanction),
  /** All sanctions, newest first. */
  sanctions: z.array(ManagedSanction),
  infractions: z.array(
    z.object({ id: z.int(), note: z.string(), notedBy: z.string(), at: Moment }),
  ),
  sessions: forAdmins(
    z.array(
      z.object({
        id: z.string(),
        createdAt: Moment,
        lastSeenAt: Moment,
        ip: z.string(),
        device: z.string(),
      }),
    ),
  ),
});

export const getManagedUser = staffEndpoint('GET /api/admin/users/{username}', {
  summary: 'One player with sanctions, infractions and sessions.',
  response: ManagedUser,
});

export const resendDelivery = endpoint('POST /api/admin/deliveries/{id}/resend', {
  permissions: ['shop'],
  summary: 'Queue a failed delivery again. Safe: the game applies each delivery once.',
  params: z.object({ id: z.uuid() }),
});

export type PlayerVote = z.infer<typeof PlayerVote>;
export const PlayerVote = z.object({ pollId: z.string(), title: z.string(), at: Moment });

export const listPlayerVotes = endpoint('GET /api/admin/users/{username}/votes', {
  summary: 'The polls a player has voted in, without the answers.',
  response: z.array(PlayerVote),
});

export const changeRights = endpoint('PUT /api/admin/users/{username}/rights', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Change a player’s rights and, for rights 1 and 2, all single permissions at once. Without `permissions` they stay. Admins cannot change their own rights, and one admin always remains.',
  body: z.object({
    rights: z.int().check(z.minimum(0), z.maximum(3)),
    permissions: z.optional(z.array(z.enum(staffPermissions)).check(z.maxLength(20))),
    version: Version,
  }),
});

export const changeCommunityManager = endpoint(
  'PUT /api/admin/users/{username}/community-manager',
  {
    freshMinutes: adminFreshMinutes,
    summary: 'Add or remove a player’s community manager role.',
    params: UsernameParams,
    body: z.object({ communityManager: z.boolean(), version: Version }),
  },
);

export const sanctionPlayer = staffEndpoint('PUT /api/admin/users/{username}/sanctions/{kind}', {
  summary: 'Mute or ban a player, also in the game. A ban ends all sessions at once.',
  params: z.extend(UsernameParams, { kind: SanctionKind }),
  body: z.object({
    reason: text(adminLimits.reason, 'Enter a reason.'),
    /** Null: permanent. */
    expiresAt: z.nullable(isoTimestamp('Choose an end date.')),
    version: Version,
  }),
});

export const sanctionPlayers = staffEndpoint('POST /api/admin/sanctions/{kind}', {
  summary: 'Mute or ban several players, each by the rules of a single one.',
  params: z.object({ kind: SanctionKind }),
  body: z.object({
    players: bulkOf(z.extend(UsernameParams, { version: Version })),
    reason: text(adminLimits.reason, 'Enter a reason.'),
    /** Null: permanent. */
    expiresAt: z.nullable(isoTimestamp('Choose an end date.')),
  }),
  response: BulkAnswer,
});

export const pardonPlayer = staffEndpoint('DELETE /api/admin/users/{username}/sanctions/{kind}', {
  summary: 'Lift a player’s mute or ban early.',
  params: z.extend(UsernameParams, { kind: SanctionKind }),
  query: VersionQuery,
});

export const noteInfraction = staffEndpoint('POST /api/admin/users/{username}/infractions', {
  summary: 'Add an infraction to a player’s record.',
  body: z.object({ note: text(adminLimits.note, 'Describe what happened.'), version: Version }),
});

export const removeInfraction = staffEndpoint(
  'DELETE /api/admin/users/{username}/infractions/{id}',
  {
    summary: 'Remove an infraction.',
    params: z.extend(UsernameParams, IdParams.shape),
    query: VersionQuery,
  },
);

export const kickPlayer = staffEndpoint('POST /api/admin/users/{username}/kick', {
  summary: 'Kick a player from the game.',
  body: z.object({ version: Version }),
});

const Coordinate = z
  .int('Use a whole number.')
  .check(
    z.minimum(0, 'At least 0.'),
    z.maximum(adminLimits.coordinate, `At most ${adminLimits.coordinate}.`),
  );

export const teleportPlayer = staffEndpoint('POST /api/admin/users/{username}/teleport', {
  summary: 'Move a player to a place in the game.',
  body: z.object({
    x: Coordinate,
    y: Coordinate,
    height: z
      .int('Use a whole number.')
      .check(
        z.minimum(0, 'At least 0.'),
        z.maximum(adminLimits.height, `At most ${adminLimits.height}.`),
      ),
    version: Version,
  }),
});

export const adjustBalance = endpoint('POST /api/admin/users/{username}/coins', {
  freshMinutes: adminFreshMinutes,
  summary: 'Give or take coins, with a reason that the player sees. Repeating a key has no effect.',
  body: z.object({
    amount: z.int('Use a whole number of coins.').check(
      z.minimum(-adminLimits.coins, 'At most 1,000,000 at once.'),
      z.maximum(adminLimits.coins, 'At most 1,000,000 at once.'),
      z.refine((amount) => amount !== 0, 'Enter an amount other than 0.'),
    ),
    reason: text(adminLimits.reason, 'Enter a reason.'),
    key: z.uuid(),
    version: Version,
  }),
  response: z.object({ balance: z.int() }),
});

export const endPlayerSession = endpoint('DELETE /api/admin/users/{username}/sessions/{id}', {
  summary: 'Sign a player out on one device.',
  params: z.extend(UsernameParams, { id: z.uuid() }),
  query: VersionQuery,
});

export const endPlayerSessions = endpoint('DELETE /api/admin/users/{username}/sessions', {
  summary: 'Sign a player out everywhere.',
  query: VersionQuery,
});

export type NameChange = z.infer<typeof NameChange>;
const NameChange = z.object({
  /** Null: players cannot change their names. */
  cooldownDays: z.nullable(z.int()),
  /** When the next change is possible; null: now. */
  nextAt: z.nullable(Moment),
});

const accountEndpoint = endpointsOf('Accounts');

export const getNameChange = accountEndpoint('GET /api/account/name', {
  access: 'login',
  summary: 'Whether and when this player can change the name.',
  response: NameChange,
});

export const changeOwnName = accountEndpoint('POST /api/account/name', {
  access: 'login',
  summary:
    'Change the own name. Everything follows, the game is told, and the earlier name stays reserved for 90 days.',
  body: z.object({ username: Username }),
  freshMinutes: 10,
  limit: { max: 20, seconds: 3600 },
});

export const changePlayerName = endpoint('PUT /api/admin/users/{username}/name', {
  summary: 'Change the name of a player, without the waiting time.',
  body: z.object({ username: Username, version: Version }),
  freshMinutes: adminFreshMinutes,
});
