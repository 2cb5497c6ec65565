import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';
import { RoleRule } from '#shared/endpoints/discord.ts';

/** The secrets are sealed; null: not set. */
export type AppSettings = z.infer<typeof AppSettings>;
const AppSettings = z.object({
  guildId: z.string(),
  showsOnline: z.boolean(),
  clientId: z.string(),
  clientSecret: z.nullable(z.string()),
  botToken: z.nullable(z.string()),
  roles: z.array(RoleRule),
});

export const discordApp = defineSetting('discord.app', AppSettings, {
  guildId: '',
  showsOnline: false,
  clientId: '',
  clientSecret: null,
  botToken: null,
  roles: [],
});

/** The site itself writes it after each look at the widget; null: it could not be read. */
export type Widget = z.infer<typeof Widget>;
const Widget = z.nullable(
  z.object({ guildId: z.string(), online: z.int(), invite: z.nullable(z.string()) }),
);

export const discordWidget = defineSetting('discord.widget', Widget, null);
