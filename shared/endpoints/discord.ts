import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { discordKinds, messageStates, readWebhookAddress, roleReasons } from '../rules/discord.ts';
import { Moment, optionalText, PageQuery, Paging, wholeNumber } from '../schemas.ts';

const endpoint = endpointsOf('Discord');

const discordLimits = { roles: 20, secret: 200, coins: 100_000_000 };

const KindParams = z.object({ kind: z.enum(discordKinds) });

export type DiscordHook = z.infer<typeof DiscordHook>;
const DiscordHook = z.object({
  kind: z.enum(discordKinds),
  isOn: z.boolean(),
  /** The last characters of the webhook's address; null: none is set. The address itself is never sent back. */
  hint: z.nullable(z.string()),
  amount: z.nullable(z.int()),
  /** Why Discord refused the webhook; null if it works. */
  failure: z.nullable(z.string()),
});

const WebhookAddress = z
  .string()
  .check(
    z.refine(
      (address) => readWebhookAddress(address) !== undefined,
      'Copy the whole address from Discord. It begins with https://discord.com/api/webhooks/.',
    ),
  );

export type DiscordHookChange = z.infer<typeof DiscordHookChange>;
export const DiscordHookChange = z.object({
  isOn: z.boolean(),
  /** Absent: stays as it is. Null: is removed. */
  address: z.optional(z.nullable(WebhookAddress)),
  amount: z.optional(wholeNumber(1, discordLimits.coins)),
});

const idText = 'Use the id: a number of 17 to 20 digits.';
const Snowflake = z.string().check(z.regex(/^\d{17,20}$/, idText));
const OptionalSnowflake = z.string().check(z.regex(/^(?:\d{17,20})?$/, idText));

export type RoleRule = z.infer<typeof RoleRule>;
export const RoleRule = z
  .object({
    roleId: Snowflake,
    reason: z.enum(roleReasons),
    /** For the reason `donor`: the least number of coins bought. */
    coins: wholeNumber(0, discordLimits.coins),
  })
  .check(
    z.refine(({ reason, coins }) => reason !== 'donor' || coins > 0, {
      error: 'Enter a number of coins.',
      path: ['coins'],
    }),
  );

const appFields = {
  /** Empty: not set. */
  guildId: OptionalSnowflake,
  showsOnline: z.boolean(),
  clientId: OptionalSnowflake,
  roles: z
    .array(RoleRule)
    .check(z.maxLength(discordLimits.roles, `Use at most ${discordLimits.roles} roles.`)),
};

/** If it is empty or absent, it stays as it is. Without the id that it belongs to, it is removed. */
const Secret = z.optional(optionalText(discordLimits.secret));

export type DiscordAppChange = z.infer<typeof DiscordAppChange>;
export const DiscordAppChange = z
  .object({ ...appFields, clientSecret: Secret, botToken: Secret })
  .check(
    z.refine(({ showsOnline, guildId }) => !showsOnline || guildId !== '', {
      error: 'Enter the id of your Discord server.',
      path: ['guildId'],
    }),
  );

export type DiscordApp = z.infer<typeof DiscordApp>;
const DiscordApp = z.object({
  ...appFields,
  hasClientSecret: z.boolean(),
  hasBotToken: z.boolean(),
  /** To be entered at Discord. */
  redirectUrl: z.string(),
});

export type DiscordOverview = z.infer<typeof DiscordOverview>;
const DiscordOverview = z.object({
  hooks: z.array(DiscordHook),
  app: DiscordApp,
  /** Members online at the last look; null: not known. */
  online: z.nullable(z.int()),
  linkedAccounts: z.int(),
  /** Why the last look at the widget or the last change of roles failed. */
  failures: z.array(z.string()),
});

export const getDiscordOverview = endpoint('GET /api/admin/discord', {
  summary: 'The webhooks and the app at Discord, without their secrets.',
  response: DiscordOverview,
});

export const updateDiscordHook = endpoint('PUT /api/admin/discord/hooks/{kind}', {
  summary: 'Set the webhook for one kind of message, and whether it is on.',
  params: KindParams,
  body: DiscordHookChange,
  response: DiscordHook,
});

export const testDiscordHook = endpoint('POST /api/admin/discord/hooks/{kind}/test', {
  summary: 'Send a test message to the webhook of one kind, now.',
  limit: { max: 10, seconds: 60 },
  params: KindParams,
});

export const updateDiscordApp = endpoint('PUT /api/admin/discord/app', {
  summary: 'Set the Discord server, the app for linked accounts, the bot and its roles.',
  body: DiscordAppChange,
  response: DiscordApp,
});

export type DiscordMessage = z.infer<typeof DiscordMessage>;
const DiscordMessage = z.object({
  id: z.int(),
  kind: z.enum(discordKinds),
  title: z.string(),
  state: z.enum(messageStates),
  createdAt: Moment,
  error: z.nullable(z.string()),
});

export const listDiscordMessages = endpoint('GET /api/admin/discord/messages', {
  summary: 'The latest messages, newest first.',
  query: PageQuery,
  response: z.object({ messages: z.array(DiscordMessage), ...Paging }),
});

export const retryDiscordMessage = endpoint('POST /api/admin/discord/messages/{id}/retry', {
  summary: 'Queue a message again that failed, or of which it is not known whether it arrived.',
});

export type DiscordLink = z.infer<typeof DiscordLink>;
const DiscordLink = z.object({
  /** Whether the owner has set the site up for linked accounts. */
  isAvailable: z.boolean(),
  /** The name at Discord; null: not linked. */
  name: z.nullable(z.string()),
});

export const getDiscordLink = endpoint('GET /api/discord/link', {
  access: 'login',
  summary: 'The Discord account of the caller.',
  response: DiscordLink,
});

export const startDiscordLink = endpoint('POST /api/discord/link', {
  access: 'login',
  summary: 'Begin to link a Discord account: the address at Discord where the player agrees.',
  limit: { max: 10, seconds: 600 },
  isOnlyForStaying: true,
  response: z.object({ url: z.string() }),
});

export const finishDiscordLink = endpoint('GET /api/discord/callback', {
  access: 'public',
  summary: 'Discord sends the browser back here. Links the account and goes on to the settings.',
  query: z.object({
    code: z.optional(z.string().check(z.maxLength(500))),
    state: z.optional(z.string().check(z.maxLength(100))),
    error: z.optional(z.string().check(z.maxLength(200))),
  }),
});

export const deleteDiscordLink = endpoint('DELETE /api/discord/link', {
  access: 'login',
  summary: 'Unlink the Discord account of the caller. Its roles are taken back.',
});
