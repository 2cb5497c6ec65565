import { fetchGameContracts } from '#shared/bridge.ts';
import type { BridgeCommand } from '#shared/bridge.ts';
import { toUsernameKey, usernamePattern } from '#shared/usernames.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import type { CommandOutcome } from '../lib/commands.ts';
import { writeDurably } from '../lib/durable-file.ts';
import type { FriendChannel } from './friend-channel.ts';
import { forever } from './login.ts';
import { friendOpcode } from './messages.ts';
import type { Sessions } from './sessions.ts';

export type CommandDeps = {
  bridge: Bridge;
  sessions: Sessions;
  friend: FriendChannel;
  contractsFile: string;
  onRestart: () => void;
};

type Of<Type extends BridgeCommand['type']> = Extract<BridgeCommand, { type: Type }>;
type Target = { world?: number; notAfter: string | null };

const tickSeconds = 0.6;
const atNextLogin = 'Takes effect at the next login.';

export async function runCommand(
  deps: CommandDeps,
  command: BridgeCommand,
): Promise<CommandOutcome> {
  const { friend } = deps;
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
      return sendToGame(friend, message, { notAfter });
    }
    case 'restart': {
      const duration = Math.ceil(command.args.seconds / tickSeconds);
      const outcome = await sendToGame(
        friend,
        { type: friendOpcode.shutdown, duration },
        { notAfter },
      );
      if (outcome.status === 'done') deps.onRestart();
      return outcome;
    }
    case 'reloadContracts': {
      const count = await storeContracts(deps);
      const outcome = await sendToGame(friend, { type: friendOpcode.reload }, { notAfter });
      return outcome.status === 'done' ? { ...outcome, detail: `${count} contracts.` } : outcome;
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
  { friend, sessions }: CommandDeps,
  { args, notAfter }: Of<'kick' | 'ban' | 'setRank' | 'teleport'>,
  whenOnline: string,
  whenOffline: string,
): Promise<CommandOutcome> {
  const session = sessions.find(args.player);
  if (!session) return { status: 'done', detail: whenOffline };
  const message = { type: friendOpcode.kick, username: toGameName(args.player) };
  const outcome = await sendToGame(friend, message, { world: session.nodeId, notAfter });
  return outcome.status === 'done' ? { ...outcome, detail: whenOnline } : outcome;
}

function setMute(
  { friend, sessions }: CommandDeps,
  command: Of<'mute' | 'unmute'>,
): Promise<CommandOutcome> | CommandOutcome {
  const { player } = command.args;
  const session = sessions.find(player);
  if (!session) return { status: 'done', detail: atNextLogin };
  const until = command.type === 'mute' ? (command.args.until ?? forever) : null;
  const message = { type: friendOpcode.mute, username: toGameName(player), muted_until: until };
  return sendToGame(friend, message, { world: session.nodeId, notAfter: command.notAfter });
}

/** The game cannot move a player who is online, so the position is set at the next login. */
async function teleport(deps: CommandDeps, command: Of<'teleport'>): Promise<CommandOutcome> {
  const { player, x, y, height } = command.args;
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

async function sendToGame(
  friend: FriendChannel,
  message: object,
  { world, notAfter }: Target,
): Promise<CommandOutcome> {
  const outcome = await friend.send(message, { notAfter, ...(world !== undefined && { world }) });
  if (outcome === 'sent') return { status: 'done' };
  return { status: 'expired', detail: 'The game did not connect in time.' };
}

/** The game's spelling of names: lower case, with underscores. */
function toGameName(player: string): string {
  return toUsernameKey(player).replaceAll(' ', '_');
}
