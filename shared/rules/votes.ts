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

type Preset = {
  name: string;
  link: string;
  tokenParameter: string;
  successParameter: string;
  successValue: string;
  intervalHours: number;
  senders: string[];
};

const anyParameter = { tokenParameter: '', successParameter: '', successValue: '', senders: [] };

/** As seen in public code in November 2026. Lists change their addresses, so an admin can change all of it. */
export const listPresets: readonly Preset[] = [
  {
    ...anyParameter,
    name: 'RuneLocus',
    link: 'https://www.runelocus.com/top-rsps-list/vote-{id}/{token}',
    intervalHours: 12,
  },
  {
    ...anyParameter,
    name: 'RSPS-List',
    link: 'https://www.rsps-list.com/index.php?a=in&u={id}&id={token}',
    tokenParameter: 'userid',
    successParameter: 'voted',
    successValue: '1',
    intervalHours: 12,
  },
  {
    ...anyParameter,
    name: 'Rune-Server',
    link: 'https://www.rune-server.org/toplist.php?do=vote&sid={id}&incentive={token}',
    intervalHours: 12,
  },
  {
    ...anyParameter,
    name: 'TopG',
    link: 'https://topg.org/{category}/server-{id}-{token}#vote',
    tokenParameter: 'p_resp',
    intervalHours: 6,
    senders: ['monitor.topg.org'],
  },
  {
    ...anyParameter,
    name: 'Arena-Top100',
    link: 'https://www.arena-top100.com/index.php?a=in&u={id}&id={token}',
    tokenParameter: 'userid',
    successParameter: 'voted',
    successValue: '1',
    intervalHours: 24,
  },
  {
    ...anyParameter,
    name: 'Top100Arena',
    link: 'https://www.top100arena.com/listing/{id}/vote?incentive={token}',
    intervalHours: 24,
  },
  {
    ...anyParameter,
    name: 'GTop100',
    link: 'https://gtop100.com/{category}/server-{id}?vote=1&pingUsername={token}',
    tokenParameter: 'pingUsername, pb_name',
    successParameter: 'Successful, success',
    successValue: '0',
    intervalHours: 12,
  },
  {
    ...anyParameter,
    name: 'XtremeTop100',
    link: 'https://www.xtremetop100.com/in.php?site={id}&postback={token}',
    tokenParameter: 'custom',
    intervalHours: 12,
  },
];

/** `{id}` and `{category}` in a preset's link, which the owner replaces. */
export function findPlaceholder(link: string): string | undefined {
  return link.replace('{token}', '').match(/\{\w*\}/)?.[0];
}
