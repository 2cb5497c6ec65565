import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { commandStates, commandTypes } from '../rules/commands.ts';
import type { CommandType } from '../rules/commands.ts';
import { productKinds } from '../rules/product-kinds.ts';
import { Id, IdNumber, IdParams, line, Moment, PageQuery, wholeNumberText } from '../schemas.ts';
import { passwordLength } from './accounts.ts';
import { commandArgs } from './bridge-commands.ts';
import { bridgeLimits, bridgeScopes, serverStates } from './bridge.ts';

/** The game servers as visitors and admins see them. The API that the games call is in bridge.ts. */
const endpoint = endpointsOf('Game server');
const publicEndpoint = endpointsOf('Game server', { access: 'public' });
const loginEndpoint = endpointsOf('Game server', { access: 'login' });
const staffEndpoint = endpointsOf('Game server', { permissions: ['server'] });

export type ServerStatus = z.infer<typeof ServerStatus>;
export const ServerStatus = z.object({
  isOnline: z.boolean(),
  online: z.int(),
  max: z.int(),
  servers: z.array(
    z.object({ name: z.string(), isOnline: z.boolean(), online: z.int(), max: z.int() }),
  ),
});

export const getServerStatus = publicEndpoint('GET /api/server/status', {
  summary: 'Whether the game is up, and how many players are online.',
  response: ServerStatus,
  cachedUntil: ['server'],
});

/** The home page names no more than these; the others are counted. */
export const maxOnlineNames = 60;

export type OnlinePlayers = z.infer<typeof OnlinePlayers>;
const OnlinePlayers = z.object({ players: z.array(z.string()), more: z.int() });

export const listOnlinePlayers = publicEndpoint('GET /api/server/players', {
  summary:
    'Names of players online, without those who hide it; empty if the home page does not show them.',
  response: OnlinePlayers,
  cachedUntil: ['server', 'site'],
});

export type ServerClock = z.infer<typeof ServerClock>;
const ServerClock = z.object({
  now: Moment,
  /** Minutes that the server’s own time zone is ahead of UTC. */
  utcOffset: z.int(),
});

export const getServerClock = publicEndpoint('GET /api/server/clock', {
  summary: 'The time on the server’s clock.',
  response: ServerClock,
});

const Visibility = z.object({ isShownOnline: z.boolean() });

export const getVisibility = loginEndpoint('GET /api/account/visibility', {
  summary: 'Whether the home page shows when the caller is online.',
  response: Visibility,
});

export const setVisibility = loginEndpoint('PATCH /api/account/visibility', {
  summary: 'Set whether the home page shows when the caller is online.',
  body: Visibility,
  response: Visibility,
  limit: { max: 60, seconds: 60 },
});

export type GameToken = z.infer<typeof GameToken>;
export const GameToken = z.object({
  id: z.int(),
  /** The last characters of the token. */
  hint: z.string(),
  scopes: z.array(z.string()),
  addresses: z.array(z.string()),
  createdAt: Moment,
  createdBy: z.string(),
  lastSeenAt: z.nullable(Moment),
  lastSeenIp: z.nullable(z.string()),
});

export type GameServer = z.infer<typeof GameServer>;
export const GameServer = z.object({
  id: z.int(),
  name: z.string(),
  isOnline: z.boolean(),
  state: z.enum(serverStates),
  online: z.int(),
  max: z.int(),
  players: z.array(z.string()),
  version: z.nullable(z.string()),
  startedAt: z.nullable(Moment),
  heartbeatAt: z.nullable(Moment),
  commandsWaiting: z.int(),
  /** How many items its game has; null if it has not reported them. */
  itemCount: z.nullable(z.int()),
  /** Saves that the adapter refused and keeps for the owner to look at. */
  rejectedSaves: z.int(),
  /** Whether the levels that it reports are ranked. */
  countsForHiscores: z.boolean(),
  /** Only tokens that are not revoked. */
  tokens: z.array(GameToken),
});

export const listServers = staffEndpoint('GET /api/admin/servers', {
  summary: 'The game servers with their state and tokens.',
  response: z.array(GameServer),
});

export type Deliverer = z.infer<typeof Deliverer>;
export const Deliverer = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it has a token with the scope `deliveries`. */
  delivers: z.boolean(),
  /** Whether its game has ever called the site. If not, it does not count as able to deliver. */
  hasConnected: z.boolean(),
  /** Null if its game has not reported its items, or no item was asked for. */
  hasItem: z.nullable(z.boolean()),
  /** The game's name of the item. */
  itemName: z.nullable(z.string()),
  /** Whether its game has reported names of items, so that they can be searched. */
  hasNames: z.boolean(),
  /** The kinds of products that its game can deliver. */
  kinds: z.array(z.enum(productKinds)),
});

export const listDeliverers = endpoint('GET /api/admin/servers/deliverers', {
  permissions: ['shop'],
  summary:
    'The game servers, whether each delivers items, has ever connected and has this item in its game.',
  query: z.object({ itemId: z.optional(wholeNumberText(0, bridgeLimits.itemId)) }),
  response: z.array(Deliverer),
});

export type GameItem = z.infer<typeof GameItem>;
export const GameItem = z.object({
  id: z.int(),
  name: z.string(),
  /** Names of the servers whose game calls the item so. */
  servers: z.array(z.string()),
});

export const searchGameItems = endpoint('GET /api/admin/servers/items', {
  permissions: ['shop'],
  summary: 'Up to 20 items of the games, by part of their name or the start of their id.',
  query: z.object({ search: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  response: z.array(GameItem),
});

export const ServerName = line(40, 'Give the server a name.');
const TokenParams = z.extend(IdParams, { tokenId: Id });

export const createServer = endpoint('POST /api/admin/servers', {
  summary: 'Add a game server.',
  body: z.object({ name: ServerName }),
  response: z.object({ id: z.int() }),
});

export const renameServer = staffEndpoint('PATCH /api/admin/servers/{id}', {
  summary: 'Rename a game server.',
  body: z.object({ name: ServerName }),
});

export const removeServer = endpoint('DELETE /api/admin/servers/{id}', {
  summary: 'Remove a game server and revoke its tokens. Its open deliveries need attention.',
});

export const setServerHiscores = endpoint('PATCH /api/admin/servers/{id}/hiscores', {
  summary: 'Set whether the levels that a game server reports are ranked.',
  body: z.object({ counts: z.boolean() }),
});

const addressText = 'Use addresses such as 203.0.113.7 or 10.0.0.0/8.';
/** 203.0.113.7, 10.0.0.0/8, 2001:db8::/32. */
const Address = z.pipe(
  z.string().check(z.trim(), z.maxLength(50, addressText)),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], addressText),
);

/** The token is shown only in this answer: the database keeps a hash. */
const NewToken = z.object({ id: z.int(), token: z.string() });

export const createToken = endpoint('POST /api/admin/servers/{id}/tokens', {
  freshMinutes: adminFreshMinutes,
  summary: 'Create a token; a server can have two. It is shown only in this answer.',
  body: z.object({
    scopes: z
      .array(z.enum(bridgeScopes))
      .check(z.minLength(1, 'Choose at least one permission.'), z.maxLength(bridgeScopes.length)),
    /** Empty: any address. */
    addresses: z._default(z.array(Address).check(z.maxLength(20, 'At most 20 addresses.')), []),
  }),
  response: NewToken,
});

export const rotateToken = endpoint('POST /api/admin/servers/{id}/tokens/{tokenId}/rotate', {
  freshMinutes: adminFreshMinutes,
  summary: 'Create a second token with the same rights. The old token works until it is revoked.',
  params: TokenParams,
  response: NewToken,
});

export const revokeToken = endpoint('DELETE /api/admin/servers/{id}/tokens/{tokenId}', {
  summary: 'Revoke a token at once.',
  params: TokenParams,
});

export const historyRanges = ['day', 'week', 'month', 'year'] as const;
export type HistoryRange = (typeof historyRanges)[number];

export const getOnlineHistory = staffEndpoint('GET /api/admin/servers/history', {
  summary: 'Players online over time: the peak of each step.',
  query: z.object({ range: z._default(z.enum(historyRanges), 'day') }),
  response: z.object({
    points: z.array(z.object({ at: z.int(), online: z.int() })),
    peak: z.int(),
    average: z.number(),
  }),
});

export type LoggedCommand = z.infer<typeof LoggedCommand>;
export const LoggedCommand = z.object({
  id: z.int(),
  server: z.string(),
  type: z.enum(commandTypes),
  args: z.record(z.string(), z.unknown()),
  actor: z.string(),
  state: z.enum(commandStates),
  detail: z.nullable(z.string()),
  createdAt: Moment,
  notAfter: z.nullable(Moment),
  finishedAt: z.nullable(Moment),
});

export const commandsPerPage = 25;

export const listCommands = staffEndpoint('GET /api/admin/commands', {
  summary: 'Commands sent to the game servers with their results, latest first.',
  query: z.object({
    ...PageQuery.shape,
    type: z.optional(z.enum(commandTypes)),
    state: z.optional(z.enum(commandStates)),
  }),
  response: z.object({
    commands: z.array(LoggedCommand),
    total: z.int(),
    pages: z.int(),
  }),
});

function commandOf<Type extends CommandType>(type: Type) {
  const args = commandArgs[type];
  return z.object({ type: z.literal(type), args, serverId: z.optional(IdNumber) });
}

/** Commands of the server page. Mutes, bans, ranks and teleports are sent from a player's admin page. */
export const sendCommand = staffEndpoint('POST /api/admin/commands', {
  summary: 'Kick a player, broadcast a message, restart the game, or reload the contracts.',
  body: z.discriminatedUnion('type', [
    commandOf('kick'),
    commandOf('broadcast'),
    commandOf('restart'),
    commandOf('reloadContracts'),
  ]),
  response: z.object({ ids: z.array(z.int()) }),
  limit: { max: 60, seconds: 60 },
});

export const gamePasswordRule = `Use 8 to ${passwordLength.inGame} letters, digits and symbols.`;

export const GamePassword = z.string('Choose a game password.').check(
  z.minLength(8, gamePasswordRule),
  z.maxLength(passwordLength.inGame, gamePasswordRule),
  // The characters that an old game client can type and send.
  z.regex(/^[\x20-\x7E]+$/, 'Use only letters, digits and symbols of a standard English keyboard.'),
);

export type GamePasswordState = z.infer<typeof GamePasswordState>;
export const GamePasswordState = z.object({
  isSet: z.boolean(),
  setAt: z.nullable(Moment),
  /** Staff and two-factor accounts cannot log in to the game without one. */
  isNeeded: z.boolean(),
});

export const getGamePassword = loginEndpoint('GET /api/account/game-password', {
  summary: 'Whether a separate password for the game is set.',
  response: GamePasswordState,
});

export const setGamePassword = loginEndpoint('PUT /api/account/game-password', {
  summary: 'Set a separate password for the game; needs a fresh sign-in.',
  body: z.object({ password: GamePassword }),
  response: GamePasswordState,
  limit: { max: 20, seconds: 900 },
});

export const removeGamePassword = loginEndpoint('DELETE /api/account/game-password', {
  summary: 'Remove the game password; needs a fresh sign-in.',
});
