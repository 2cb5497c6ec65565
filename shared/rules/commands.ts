// Without schemas: the router reads addresses with these filters.

export const commandTypes = [
  'kick',
  'mute',
  'unmute',
  'ban',
  'unban',
  'teleport',
  'setRank',
  'broadcast',
  'restart',
  'reloadContracts',
  'rename',
  'vote',
] as const;
export type CommandType = (typeof commandTypes)[number];

export const commandStates = [
  'waiting',
  'sent',
  'done',
  'failed',
  'unsupported',
  'expired',
] as const;
export type CommandState = (typeof commandStates)[number];
