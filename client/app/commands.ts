import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { sendCommand } from '#shared/endpoints/game-servers.ts';
import {
  adjustBalance,
  kickPlayer,
  pardonPlayer,
  sanctionPlayer,
} from '#shared/endpoints/players.ts';
import { refundPurchase } from '#shared/endpoints/shop.ts';

type Verb = {
  label: string;
  icon: IconName;
  example: string;
  /** Who may call it may use the verb. */
  endpoint: Pick<Endpoint, 'permissions'>;
};

/** The palette's commands, by the first word of the text. */
export const verbs = {
  ban: { label: 'Ban a Player', icon: 'lock', example: 'ban wicker', endpoint: sanctionPlayer },
  mute: { label: 'Mute a Player', icon: 'minus', example: 'mute wicker', endpoint: sanctionPlayer },
  unban: { label: 'Lift a Ban', icon: 'check', example: 'unban wicker', endpoint: pardonPlayer },
  unmute: { label: 'Lift a Mute', icon: 'check', example: 'unmute wicker', endpoint: pardonPlayer },
  kick: { label: 'Kick a Player', icon: 'logout', example: 'kick wicker', endpoint: kickPlayer },
  give: { label: 'Give Coins', icon: 'coin', example: 'give 500 to oak', endpoint: adjustBalance },
  take: {
    label: 'Take Coins',
    icon: 'coin',
    example: 'take 500 from oak',
    endpoint: adjustBalance,
  },
  refund: { label: 'Refund', icon: 'refresh', example: 'refund 1042', endpoint: refundPurchase },
  restart: { label: 'Restart', icon: 'server', example: 'restart in 5', endpoint: sendCommand },
  broadcast: {
    label: 'Broadcast',
    icon: 'bell',
    example: 'broadcast Hello',
    endpoint: sendCommand,
  },
} satisfies Record<string, Verb>;

export type VerbName = keyof typeof verbs;

/** `about` is a player, or the id of a purchase or payment, which the server has to find. */
export type Command =
  | { verb: 'ban' | 'mute' | 'unban' | 'unmute' | 'kick'; about: string }
  | { verb: 'give' | 'take'; about: string; amount: number }
  | { verb: 'refund'; about: string }
  | { verb: 'restart'; seconds: number }
  | { verb: 'broadcast'; message: string };

const longestRestart = 3600;
const longestBroadcast = 200;

/** Undefined if the text is not a command, or not a complete one. */
export function parseCommand(text: string): Command | undefined {
  const [, word = '', rest = ''] = /^(\w+)\s+(.+)$/.exec(text.trim()) ?? [];
  const verb = findVerb(word);
  if (verb === undefined) return undefined;
  if (verb === 'give' || verb === 'take') return parseCoins(verb, rest);
  if (verb === 'restart') return parseRestart(rest);
  if (verb === 'refund') return { verb, about: rest.replace(/^#/, '') };
  if (verb !== 'broadcast') return { verb, about: rest };
  return rest.length > longestBroadcast ? undefined : { verb, message: rest };
}

function findVerb(word: string): VerbName | undefined {
  const name = word.toLowerCase();
  return (Object.keys(verbs) as VerbName[]).find((verb) => verb === name);
}

/** "500 to oak", "500 coins to oak", "500 oak" or "oak 500". */
function parseCoins(verb: 'give' | 'take', rest: string): Command | undefined {
  const match =
    /^(?<amount>\d[\d,]*)(?:\s+\w+)?\s+(?:to|from)\s+(?<about>.+)$/i.exec(rest) ??
    /^(?<amount>\d[\d,]*)\s+(?<about>(?!(?:to|from)$).+)$/i.exec(rest) ??
    /^(?<about>.+?)\s+(?<amount>\d[\d,]*)$/.exec(rest);
  const { amount = '', about = '' } = match?.groups ?? {};
  const coins = Number(amount.replaceAll(',', ''));
  return about !== '' && coins > 0 ? { verb, about, amount: coins } : undefined;
}

/** "in 5", "in 5 minutes", "in 30 seconds" or "now". */
function parseRestart(rest: string): Command | undefined {
  if (rest.toLowerCase() === 'now') return { verb: 'restart', seconds: 0 };
  const match = /^(?:in\s+)?(\d{1,4})\s*(s|secs?|seconds?|m|mins?|minutes?)?$/i.exec(rest);
  if (!match) return undefined;
  const [, count, unit = 'minutes'] = match;
  const seconds = Number(count) * (unit.toLowerCase().startsWith('s') ? 1 : 60);
  return seconds <= longestRestart ? { verb: 'restart', seconds } : undefined;
}
