import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { counterLimits } from '../rules/hiscores.ts';
import { productKinds } from '../rules/product-kinds.ts';
import { ListKey, listName } from './hiscore-lists.ts';

/** /api/bridge/v1: the game server, or the adapter beside it, makes every call. See docs/bridge.md. */
const endpoint = endpointsOf('Game bridge');

export const bridgeScopes = [
  'heartbeat',
  'hiscores',
  'hiscores:reset',
  'deliveries',
  'commands',
  'moderation',
  'contracts',
  'sanctions',
  'login',
  'names',
] as const;
export type BridgeScope = (typeof bridgeScopes)[number];

/** `gb_<serverId>_<secret>`; the secret is 32 random bytes in base64url. */
export const bridgeTokenPattern = /^gb_(\d{1,15})_([\w-]{43})$/;

export const bridgeLimits = {
  /** A server without a heartbeat for this long counts as offline. */
  offlineAfterSeconds: 45,
  heartbeatSeconds: 15,
  hiscoresBatch: 500,
  leaseSeconds: 120,
  claimLimit: 50,
  /** After this many failed attempts a delivery waits for an admin. */
  maxFailures: 10,
  pollSeconds: 25,
  commandBatch: 50,
  eventBatch: 100,
  listedItems: 65_536,
  /** The highest item id that the shop can sell. */
  itemId: 1_000_000,
  listKey: 40,
  reportedCounters: 300,
} as const;

/** A name as the game writes it. The handlers look up whether an account has it. */
export const PlayerName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40), withoutControlCharacters());

/** PostgreSQL cannot store NUL, and the others have no place in names and ids. */
export function withoutControlCharacters() {
  return z.regex(/^\P{Cc}*$/u, 'Do not send control characters.');
}

/** IPv4 or IPv6, also with the zone that some systems add to link-local addresses. */
const PlayerAddress = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(60)),
    z.transform((ip) => ip.replace(/%[\w.-]+$/, '')),
  ),
  z.union([z.ipv4(), z.ipv6()], 'Send the IP address of the player, without a port.'),
);
const Count = z.int().check(z.minimum(0), z.maximum(1_000_000));

export const serverStates = ['starting', 'running', 'stopping', 'offline'] as const;
export type GameServerState = (typeof serverStates)[number];

export type Heartbeat = z.infer<typeof Heartbeat>;
export const Heartbeat = z.object({
  /** A new value at every start of the game, so that a restart between two heartbeats is noticed. */
  bootId: z.string().check(z.minLength(1), z.maxLength(100), withoutControlCharacters()),
  state: z.enum(serverStates),
  online: Count,
  max: Count,
  players: z.array(PlayerName).check(z.maxLength(5_000)),
  version: z.string().check(z.maxLength(60), withoutControlCharacters()),
  /** Seconds since the game started. */
  uptime: z.number().check(z.minimum(0), z.maximum(1e10)),
  /** Saves that the adapter refused and keeps for the owner to look at. Admins see a warning. */
  rejectedSaves: z.optional(Count),
  /** Kinds that the game can deliver. If it is missing: items only. The shop sells only what a connected game can deliver. */
  deliveryKinds: z.optional(z.array(z.enum(productKinds)).check(z.maxLength(productKinds.length))),
});

export const sendHeartbeat = endpoint('POST /api/bridge/v1/heartbeat', {
  access: { token: 'heartbeat' },
  takesIdempotencyKey: true,
  summary:
    'Report the state of the game, every 15 seconds. After 45 seconds without a heartbeat it is offline.',
  body: Heartbeat,
  response: z.object({
    serverId: z.int(),
    serverTime: z.string(),
    /** If not 0, poll for commands at once. */
    commandsWaiting: z.int(),
  }),
});

/** Documented as an integer, but checked row by row, so that one bad number does not refuse the others. */
export const RowInteger = z.number();

/** ISO 8601 with a time zone, checked row by row too. */
export const RowTime = z.string().check(z.maxLength(40));

/** Rows are checked one by one: an invalid row is rejected and the others still count. */
export type HiscoreRow = z.infer<typeof HiscoreRow>;
export const HiscoreRow = z.object({
  name: z.string().check(z.maxLength(100)),
  /** With a time zone. */
  observedAt: RowTime,
  /** Total seconds played. */
  playtime: z.optional(z.nullable(RowInteger)),
  /**
   * Tenths of experience by the game's ids of the skills, see GET /api/hiscores/skills. Values at the end
   * may be missing, down to 18; those skills stay as they are. A row with fewer values, or with more than
   * the site has ids, is rejected as `skill-count`.
   */
  xpTenths: z.array(RowInteger).check(z.maxLength(1000, 'Send at most 1,000 values.')),
  /**
   * The key of the player's game mode, such as ironman; empty, null or normal: none. If it is missing, the player
   * keeps the mode. The site lists a mode that it does not know for its admins.
   */
  mode: z.optional(z.nullable(z.string().check(z.maxLength(bridgeLimits.listKey)))),
  /**
   * Counts by the keys of the counters, such as `{"zulrah": 12}`. Missing ones stay as they are, and a count never
   * goes down without `reset`. The site lists counters that it does not know for its admins.
   */
  counters: z.optional(
    z
      .record(z.string().check(z.maxLength(100)), RowInteger)
      .check(
        z.refine(
          (counts) => Object.keys(counts).length <= bridgeLimits.reportedCounters,
          `Send at most ${bridgeLimits.reportedCounters} counters.`,
        ),
      ),
  ),
  /** Allows experience to go down. Needs the scope hiscores:reset and is written to the audit log. */
  reset: z.optional(z.boolean()),
});

const hiscoreReasons = [
  'name-invalid',
  'experience-invalid',
  'count-invalid',
  'skill-count',
  'time-invalid',
  'observed-in-the-future',
  'stale',
  'unchanged',
  'experience-decreased',
  'reset-not-allowed',
  'server-not-counted',
] as const;

export const sendHiscores = endpoint('POST /api/bridge/v1/hiscores', {
  access: { token: 'hiscores' },
  takesIdempotencyKey: true,
  summary: 'Send the experience of up to 500 players; returns a result for each row.',
  body: z.object({
    players: z
      .array(HiscoreRow)
      .check(
        z.minLength(1, 'Send at least one player.'),
        z.maxLength(bridgeLimits.hiscoresBatch, 'At most 500 players in one batch.'),
      ),
  }),
  response: z.object({
    accepted: z.int(),
    ignored: z.int(),
    rejected: z.int(),
    /** In the same order as the rows. */
    results: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['accepted', 'ignored', 'rejected']),
        reason: z.optional(z.enum(hiscoreReasons)),
        /** Says what to do about a row with the wrong number of skills. */
        message: z.optional(z.string()),
        /** False: no account has this name. The levels count all the same. */
        hasAccount: z.boolean(),
      }),
    ),
  }),
});

const ReportedCounter = z.object({
  key: ListKey,
  name: listName(counterLimits.name),
  group: listName(counterLimits.group),
});

export const sendCounters = endpoint('PUT /api/bridge/v1/counters', {
  access: { token: 'hiscores' },
  takesIdempotencyKey: true,
  summary:
    'Send the counters that the game has. The site adds those whose key and name it does not know, and returns all it has.',
  body: z.object({
    counters: z.array(ReportedCounter).check(z.maxLength(counterLimits.most)),
  }),
  response: z.object({
    counters: z.array(z.object({ key: z.string(), name: z.string(), group: z.string() })),
  }),
});

export const contractTypes = ['Gather', 'Delivery'] as const;
export type ContractType = (typeof contractTypes)[number];

export type GameContract = z.infer<typeof GameContract>;
export const GameContract = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(contractTypes),
  skill: z.string(),
  level: z.int(),
  npcId: z.int(),
  npcName: z.string(),
  itemId: z.int(),
  minAmount: z.int(),
  maxAmount: z.int(),
  weight: z.int(),
  description: z.string(),
});

export const fetchGameContracts = endpoint('GET /api/bridge/v1/contracts', {
  access: { token: 'contracts' },
  summary: 'Get the skilling contracts in use. Returns 304 for a matching If-None-Match.',
  response: z.object({ contracts: z.array(GameContract) }),
});

export const claimName = endpoint('POST /api/bridge/v1/name-claims', {
  access: { token: 'names' },
  takesIdempotencyKey: true,
  summary: 'Report that a player typed a code to claim the reserved name of their character.',
  body: z.object({
    player: PlayerName,
    code: z.string().check(z.maxLength(40), withoutControlCharacters()),
  }),
  response: z.object({
    /** False: the code is wrong, expired or used, or belongs to another name. */
    isClaimed: z.boolean(),
  }),
});

const loginRefusals = [
  /** Unknown player or wrong password. */
  'wrong-credentials',
  'banned',
  /** Staff and two-factor accounts can log in only with their game password. */
  'game-password-needed',
  'too-many-attempts',
  /** The game has not run the command `rename` for this player yet. */
  'name-changing',
] as const;

export type GameLogin = z.infer<typeof GameLogin>;
export const GameLogin = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    accountId: z.int(),
    name: z.string(),
    rank: z.int(),
    /** Null: not muted, or muted permanently; see isMuted. */
    mutedUntil: z.nullable(z.string()),
    isMuted: z.boolean(),
    /** How many purchases wait for the player on this server. If not 0, claim them. */
    purchasesWaiting: z.optional(z.int()),
  }),
  z.object({
    ok: z.literal(false),
    code: z.enum(loginRefusals),
    /** Shown to the player. */
    message: z.string(),
    reason: z.nullable(z.string()),
    /** End of the ban, or when to try again. */
    until: z.nullable(z.string()),
  }),
]);

/** Takes no Idempotency-Key: a login changes nothing, and the stored answer would contain a hash of the password. */
export const logInToGame = endpoint('POST /api/bridge/v1/login', {
  access: { token: 'login' },
  summary: 'Check whether a player may log in to the game, with the website or the game password.',
  body: z.object({
    name: PlayerName,
    password: z.string().check(z.maxLength(200)),
    /** The player's address, for the limits of attempts. 0.0.0.0 if the game does not know it. */
    ip: PlayerAddress,
  }),
  response: GameLogin,
});
