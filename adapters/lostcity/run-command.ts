import type { BridgeCommand } from '#shared/endpoints/bridge-commands.ts';
import { fetchGameContracts } from '#shared/endpoints/bridge.ts';
import { usernamePattern } from '#shared/rules/usernames.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import type { Begin, CommandOutcome } from '../lib/commands.ts';
import { writeDurably } from '../lib/durable-file.ts';
import type { FriendChannel } from './friend-channel.ts';
import { forever } from './login.ts';
import { friendOpcode } from './messages.ts';
import type { Sessions } from './sessions.ts';
import type { RemovePlayer } from './stale-sessions.ts';

export type CommandDeps = {
  bridge: Bridge;
  sessions: Sessions;
  friend: FriendChannel;
  removePlayer: RemovePlayer;
  contractsFile: string;
  onRestart: () => void;
  /** Renames run one after the other: a name may be free only after the one before. */
  renames: { last: Promise<unknown> };
};

/** `begin` writes the command down, right before it takes effect. */
type RunDeps = CommandDeps & { begin: Begin };

type Of<Type extends BridgeCommand['type']> = Extract<BridgeCommand, { type: Type }>;
type Target = { world?: number; notAfter: string | null };

const tickSeconds = 0.6;
const atNextLogin = 'Takes effect at the next login.';
const sent = 'Sent to the game. If the player is not in it, it takes effect at the next login.';
const didNotConnect: CommandOutcome = {
  status: 'expired',
  detail: 'The game did not connect in time.',
};

export async function runCommand(deps: RunDeps, command: BridgeCommand): Promise<CommandOutcome> {
  const { notAfter } = command;
  switch (command.type) {
    case 'kick':
      return kick(deps, command, 'Kicked.', 'The player is not online.');
    case 'mute':
    case 'unmute':
      return setMute(deps, command);
    case 'ban':
      return kick(deps, command, 'Kicked; the website refuses the next login.', atNextLogin);
    case 'unban':
      return { status: 'done', detail: atNextLogin };
    case 'setRank':
      return kick(deps, command, `Kicked. ${atNextLogin}`, atNextLogin);
    case 'teleport':
      return teleport(deps, command);
    case 'broadcast': {
      const message = { type: friendOpcode.broadcast, message: command.args.message };
      return sendToGame(deps, message, { notAfter });
    }
    case 'vote': {
      const text = `${command.args.player} has voted for us on ${command.args.list}!`;
      return sendToGame(deps, { type: friendOpcode.broadcast, message: text }, { notAfter });
    }
    case 'restart': {
      const duration = Math.ceil(command.args.seconds / tickSeconds);
      const outcome = await sendToGame(
        deps,
        { type: friendOpcode.shutdown, duration },
        { notAfter },
      );
      if (outcome.status === 'done') deps.onRestart();
      return outcome;
    }
    case 'reloadContracts': {
      const count = await storeContracts(deps);
      const outcome = await sendToGame(deps, { type: friendOpcode.reload }, { notAfter });
      return outcome.status === 'done' ? { ...outcome, detail: `${count} contracts.` } : outcome;
    }
    case 'rename': {
      const result = deps.renames.last.then(() => rename(deps, command));
      deps.renames.last = result.catch(() => {});
      return result;
    }
    default:
      return { status: 'unsupported' };
  }
}

/** Writes the contracts to a file that the game's scripts read. */
export async function storeContracts({ bridge, contractsFile }: CommandDeps): Promise<number> {
  const { contracts } = await bridge.call(fetchGameContracts, {}, { attempts: 3 });
  await writeDurably(contractsFile, JSON.stringify(contracts, undefined, 2));
  return contracts.length;
}

async function kick(
  { removePlayer, begin }: RunDeps,
  { args, notAfter }: Of<'kick' | 'ban' | 'setRank' | 'teleport'>,
  whenKicked: string,
  whenOffline: string,
): Promise<CommandOutcome> {
  const removal = await removePlayer(args.player, { notAfter, begin });
  if (removal === 'left') return { status: 'done', detail: whenKicked };
  if (removal === 'not-there') return { status: 'done', detail: whenOffline };
  if (removal === 'expired') return didNotConnect;
  return { status: 'failed', detail: 'The game was told to kick the player, who has not left.' };
}

async function setMute(
  deps: RunDeps,
  { type, args, notAfter }: Of<'mute' | 'unmute'>,
): Promise<CommandOutcome> {
  const session = deps.sessions.online.find(args.player);
  if (!session) return { status: 'done', detail: atNextLogin };
  const { nodeId: world, username } = session;
  const until = 'until' in args ? (args.until ?? forever) : null;
  const message = { type: friendOpcode.mute, username, muted_until: until };
  await deps.friend.setStanding(username, { mutedUntil: until });
  const outcome = await sendToGame(deps, message, { world, notAfter });
  if (outcome.status !== 'done') return outcome;
  const detail = session.isSeen ? `${type === 'mute' ? 'Muted' : 'Unmuted'} in the game.` : sent;
  return { status: 'done', detail };
}

/** The game cannot move a player who is online, so the position is set at the next login. */
async function teleport(deps: RunDeps, command: Of<'teleport'>): Promise<CommandOutcome> {
  const { player, x, y, height } = command.args;
  await deps.begin();
  const isKnown =
    usernamePattern.test(player) &&
    (await deps.sessions.setTeleport(player, { x, z: y, plane: height }));
  if (!isKnown) return { status: 'failed', detail: 'The player has never logged in to this game.' };
  return kick(
    deps,
    command,
    'The player was kicked and will be moved at the next login.',
    'The player will be moved at the next login.',
  );
}

/** Does not call `begin`: each step is harmless to repeat, so an interrupted rename runs again. */
async function rename(
  { removePlayer, sessions, friend }: RunDeps,
  { args: { player, name }, notAfter }: Of<'rename'>,
): Promise<CommandOutcome> {
  if (!usernamePattern.test(player) || !usernamePattern.test(name)) {
    return { status: 'failed', detail: 'That is not a player name.' };
  }
  await removePlayer(player, { notAfter });
  const outcome = await sessions.rename(player, name);
  if (outcome === 'online')
    return { status: 'failed', detail: 'The player has not left the game.' };
  if (outcome === 'taken') return { status: 'failed', detail: `The game already has a ${name}.` };
  await friend.rename(player, name);
  const detail = outcome === 'missing' ? 'There is no character of the old name.' : 'Renamed.';
  return { status: 'done', detail };
}

async function sendToGame(
  { friend, begin }: RunDeps,
  message: object,
  target: Target,
): Promise<CommandOutcome> {
  const outcome = await friend.send(message, { ...target, begin });
  if (outcome === 'sent') return { status: 'done' };
  return didNotConnect;
}
