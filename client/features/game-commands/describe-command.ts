import { formatDateTime } from '#client/lib/dates.ts';
import { toText } from '#client/lib/search.ts';
import type { LoggedCommand } from '#shared/endpoints/game-servers.ts';
import type { CommandType } from '#shared/rules/commands.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

export const typeLabels: Record<CommandType, string> = {
  kick: 'Kick',
  mute: 'Mute',
  unmute: 'Unmute',
  ban: 'Ban',
  unban: 'Unban',
  teleport: 'Teleport',
  setRank: 'Set rank',
  broadcast: 'Broadcast',
  restart: 'Restart',
  reloadContracts: 'Reload contracts',
  rename: 'Rename',
  vote: 'Vote',
};

export function describeCommand({
  type,
  args: given,
}: Pick<LoggedCommand, 'type' | 'args'>): string {
  const args = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, toText(value)]),
  );
  const player = formatUsername(args['player'] ?? '');
  switch (type) {
    case 'mute':
    case 'ban': {
      const until = args['until'] ? `until ${formatDateTime(args['until'])}` : 'permanently';
      const reason = args['reason'] ? `: ${args['reason']}` : '';
      return `${player} ${until}${reason}`;
    }
    case 'teleport':
      return `${player} to ${args['x']}, ${args['y']}, ${args['height']}`;
    case 'setRank':
      return `${player} to ${args['rank']}`;
    case 'rename':
      return `${player} to ${args['name']}`;
    case 'vote':
      return `${player} on ${args['list']}`;
    case 'broadcast':
      return `“${args['message']}”`;
    case 'restart':
      return Number(args['seconds']) > 0 ? `in ${args['seconds']} seconds` : 'at once';
    case 'reloadContracts':
      return '';
    default:
      return player;
  }
}
