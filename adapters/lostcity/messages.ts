import * as z from 'zod';

// Messages from the game on the login channel. Fields the adapter does not use are left out.

const Name = z.string().max(40);
const Node = z.number().int();
/** Not every revision of the game sends it: several leave it out of `world_startup`. */
const Profile = z.string().optional();
const Base64 = z.string().max(1_000_000);
const ReplyTo = z.union([z.number(), z.string().max(100)]);
/** A date in JSON: a string or milliseconds. */
const Timestamp = z.union([z.string(), z.number(), z.null()]).optional();

const PlayerLogin = z.object({
  type: z.literal('player_login'),
  replyTo: ReplyTo,
  nodeId: Node,
  profile: Profile,
  username: Name,
  password: z.string().max(200),
  remoteAddress: z.string().max(60).default(''),
  reconnecting: z.boolean().default(false),
  hasSave: z.boolean().default(false),
});

const Save = {
  nodeId: Node,
  profile: Profile,
  username: Name,
  save: Base64,
};

const Sanction = { staff: Name, username: Name, until: Timestamp };

export const LoginMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('world_startup'), nodeId: Node, profile: Profile }),
  PlayerLogin,
  z.object({ type: z.literal('player_logout'), replyTo: ReplyTo, ...Save }),
  z.object({ type: z.literal('player_autosave'), ...Save }),
  z.object({ type: z.literal('player_force_logout'), nodeId: Node, username: Name }),
  z.object({ type: z.literal('player_ban'), ...Sanction }),
  z.object({ type: z.literal('player_mute'), ...Sanction }),
]);

export type LoginMessage = z.infer<typeof LoginMessage>;
export type PlayerLogin = z.infer<typeof PlayerLogin>;

export const loginResponse = {
  ok: 0,
  wrongCredentials: 1,
  reconnected: 2,
  alreadyOnline: 3,
  newPlayer: 4,
  banned: 5,
  rejected: 7,
  tooManyAttempts: 8,
} as const;

export type LoginReply = {
  response: number;
  account_id?: number;
  staffmodlevel?: number;
  muted_until?: string | null;
  members?: boolean;
  messageCount?: number;
  save?: string;
};

/** Message types from the game on the friend channel. */
export const friendOpcodeIn = { playerLogin: 5, playerLogout: 6 } as const;

/** Message types sent to the game on the friend channel. */
export const friendOpcode = { mute: 3, kick: 4, shutdown: 5, broadcast: 6, reload: 8 } as const;
