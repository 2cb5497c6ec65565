import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { commandTypes } from '../rules/commands.ts';
import type { CommandType } from '../rules/commands.ts';
import { isoTimestamp, optionalText, wholeNumberText } from '../schemas.ts';
import { PlayerName, bridgeLimits, withoutControlCharacters } from './bridge.ts';

const endpoint = endpointsOf('Game bridge');

const Until = z.nullable(isoTimestamp());
const Reason = z.string().check(z.maxLength(500));

/** The commands that the website can send to a game, with their arguments. */
export const commandArgs = {
  kick: z.object({ player: PlayerName }),
  mute: z.object({ player: PlayerName, until: Until, reason: Reason }),
  unmute: z.object({ player: PlayerName }),
  ban: z.object({ player: PlayerName, until: Until, reason: Reason }),
  unban: z.object({ player: PlayerName }),
  teleport: z.object({
    player: PlayerName,
    x: z.int().check(z.minimum(0), z.maximum(16_383)),
    y: z.int().check(z.minimum(0), z.maximum(16_383)),
    height: z.int().check(z.minimum(0), z.maximum(3)),
  }),
  setRank: z.object({ player: PlayerName, rank: z.int().check(z.minimum(0), z.maximum(3)) }),
  broadcast: z.object({ message: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  /** Seconds until the restart; the game shows its players a countdown. */
  restart: z.object({ seconds: z.int().check(z.minimum(0), z.maximum(3_600)) }),
  reloadContracts: z.object({}),
  /** The character `player` is called `name` from now on. */
  rename: z.object({ player: PlayerName, name: PlayerName }),
  /** The player has voted on a toplist and was rewarded; `streak` is the number of days in a row. */
  vote: z.object({ player: PlayerName, list: z.string(), streak: z.int() }),
} as const satisfies Record<CommandType, unknown>;

export type CommandArgs = { [Type in CommandType]: z.infer<(typeof commandArgs)[Type]> };

/** Discriminated by `type`, so that a switch narrows `args`. */
export type BridgeCommand = {
  [Type in CommandType]: {
    id: number;
    type: Type;
    args: CommandArgs[Type];
    /** After this time, do not run it: answer `expired`. Null: it never expires. */
    notAfter: string | null;
  };
}[CommandType];

export const pollCommands = endpoint('GET /api/bridge/v1/commands', {
  access: { token: 'commands' },
  summary: 'Get commands in order; waits for one if there are none.',
  query: z.object({
    /** Seconds to wait, at most 25. */
    wait: z._default(z.coerce.number().check(z.minimum(0), z.maximum(bridgeLimits.pollSeconds)), 0),
    /** The highest id that the caller already has: only later commands are returned. */
    after: z._default(wholeNumberText(0, Number.MAX_SAFE_INTEGER), 0),
  }),
  response: z.object({
    commands: z.array(
      z.object({
        id: z.int(),
        type: z.enum(commandTypes),
        args: z.record(z.string(), z.unknown()),
        notAfter: z.nullable(z.string()),
      }),
    ),
  }),
});

export const commandResults = ['done', 'failed', 'unsupported', 'expired'] as const;

export const sendCommandResult = endpoint('POST /api/bridge/v1/commands/{id}/result', {
  access: { token: 'commands' },
  takesIdempotencyKey: true,
  summary: 'Report the result of a command. Safe to repeat.',
  params: z.object({ id: wholeNumberText(1, Number.MAX_SAFE_INTEGER) }),
  body: z.object({
    status: z.enum(commandResults),
    detail: optionalText(500),
  }),
  response: z.object({ id: z.int(), state: z.string() }),
});

export type ModerationEvent = z.infer<typeof ModerationEvent>;
export const ModerationEvent = z.object({
  kind: z.enum(['mute', 'unmute', 'ban', 'unban']),
  player: PlayerName,
  staff: z.string().check(z.maxLength(40), withoutControlCharacters()),
  /** Null: permanent. Ignored for unmute and unban. */
  until: z.optional(Until),
  reason: z.optional(Reason),
});

export const sendModerationEvents = endpoint('POST /api/bridge/v1/moderation-events', {
  access: { token: 'moderation' },
  takesIdempotencyKey: true,
  summary: 'Report mutes and bans given in the game; the website applies them.',
  body: z.object({
    events: z
      .array(ModerationEvent)
      .check(z.minLength(1), z.maxLength(bridgeLimits.eventBatch, 'At most 100 events at once.')),
  }),
  response: z.object({
    results: z.array(
      z.object({
        player: z.string(),
        status: z.enum(['accepted', 'ignored', 'rejected']),
        /** unknown-player, already-so, in-the-past, protected. */
        reason: z.optional(z.string()),
      }),
    ),
  }),
});

export const fetchSanctions = endpoint('GET /api/bridge/v1/sanctions', {
  access: { token: 'sanctions' },
  summary:
    'Get the mutes and bans in force or, with `since`, all that changed, including ended ones.',
  query: z.object({ since: z.optional(isoTimestamp()) }),
  response: z.object({
    /** Send it as `since` in the next call. */
    asOf: z.string(),
    sanctions: z.array(
      z.object({
        player: z.string(),
        kind: z.enum(['mute', 'ban']),
        reason: z.string(),
        until: z.nullable(z.string()),
        isInForce: z.boolean(),
      }),
    ),
  }),
});
