// Without schemas: public pages read some of these.

/** The characters of a token that a list accepts. */
export const tokenAlphabets = {
  mixed: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
} as const;
export type TokenAlphabet = keyof typeof tokenAlphabets;

/** The shortest token allowed has 64 random bits. The usual one has 128. */
export const tokenLengths: Record<TokenAlphabet, { least: number; usual: number }> = {
  mixed: { least: 11, usual: 22 },
  letters: { least: 12, usual: 23 },
  digits: { least: 20, usual: 39 },
};

/** Why a callback was or was not rewarded, as the log shows it. */
export const callbackReasons = [
  'rewarded',
  'repeated',
  'too-early',
  'not-counted',
  'expired',
  'unknown-token',
  'list-off',
  'wrong-method',
  'foreign-sender',
  'wrong-secret',
  'test',
] as const;
export type CallbackReason = (typeof callbackReasons)[number];

/** An admin may reward these after all. The rules of one reward per token and of the interval still hold. */
export const retryReasons: readonly CallbackReason[] = [
  'too-early',
  'not-counted',
  'expired',
  'list-off',
  'wrong-method',
  'foreign-sender',
  'wrong-secret',
];

type Callback = {
  tokenParameter: string;
  successParameter: string;
  successValue: string;
  senders: string[];
};
const any: Callback = { tokenParameter: '', successParameter: '', successValue: '', senders: [] };
const counted: Callback = {
  ...any,
  tokenParameter: 'userid',
  successParameter: 'voted',
  successValue: '1',
};
const pingback: Callback = {
  ...any,
  tokenParameter: 'pingUsername, pb_name',
  successParameter: 'Successful, success',
  successValue: '0',
};
const monitor: Callback = { ...any, tokenParameter: 'p_resp', senders: ['monitor.topg.org'] };
const custom: Callback = { ...any, tokenParameter: 'custom' };

const preset = (name: string, link: string, intervalHours: number, callback = any) => ({
  name,
  link: `https://${link}`,
  intervalHours,
  ...callback,
});

/** Seen in public code in November 2026. Lists change their addresses, so an admin can change all of it. */
export const listPresets = [
  preset('RuneLocus', 'www.runelocus.com/top-rsps-list/vote-{id}/{token}', 12),
  preset('RSPS-List', 'www.rsps-list.com/index.php?a=in&u={id}&id={token}', 12, counted),
  preset('Rune-Server', 'www.rune-server.org/toplist.php?do=vote&sid={id}&incentive={token}', 12),
  preset('TopG', 'topg.org/{category}/server-{id}-{token}#vote', 6, monitor),
  preset('Arena-Top100', 'www.arena-top100.com/index.php?a=in&u={id}&id={token}', 24, counted),
  preset('Top100Arena', 'www.top100arena.com/listing/{id}/vote?incentive={token}', 24),
  preset('GTop100', 'gtop100.com/{category}/server-{id}?vote=1&pingUsername={token}', 12, pingback),
  preset('XtremeTop100', 'www.xtremetop100.com/in.php?site={id}&postback={token}', 12, custom),
  preset('TeamGames', 'everythingrs.com/server/{id}/?callback={token}', 12),
];

/** `{id}` and `{category}` in a preset's link, which the owner replaces. */
export function findPlaceholder(link: string): string | undefined {
  return link.replace('{token}', '').match(/\{\w*\}/)?.[0];
}
