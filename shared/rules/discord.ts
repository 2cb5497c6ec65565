/** The kinds of messages that the site can send to Discord. Each has its own webhook. */
export const discordKinds = [
  'news',
  'events',
  'reminders',
  'polls',
  'results',
  'servers',
  'milestones',
  'votes',
  'purchases',
] as const;
export type DiscordKind = (typeof discordKinds)[number];

/** `unknown`: the site stopped, or the connection broke, after the message was sent and before Discord answered. */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const;
export type MessageState = (typeof messageStates)[number];

/** The amounts at first. Reminders: minutes before the start. Purchases: the lowest price in coins. */
export const kindAmounts: Partial<Record<DiscordKind, number>> = {
  reminders: 60,
  purchases: 1_000,
};

export const roleReasons = ['linked', 'moderator', 'staff', 'admin', 'donor'] as const;
export type RoleReason = (typeof roleReasons)[number];

const addressPattern =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api(?:\/v\d+)?\/webhooks\/(\d{17,20})\/([\w-]{20,100})\/?$/;

/** The id and the secret token in the address of a webhook. */
export function readWebhookAddress(address: string): { id: string; token: string } | undefined {
  const [, id, token] = addressPattern.exec(address.trim()) ?? [];
  return id && token ? { id, token } : undefined;
}
