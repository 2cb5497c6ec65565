import type { Config } from '#server/config.ts';
import { countRows } from '#server/db/rows.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import { readStored, toStored } from '#server/lib/secrets/stored-secret.ts';
import type { DiscordApp, DiscordAppChange, DiscordOverview } from '#shared/endpoints/discord.ts';
import { invalidField } from '#shared/errors.ts';

import { discordApp } from './discord.settings.ts';
import type { AppSettings } from './discord.settings.ts';
import { listHooks } from './hooks.service.ts';
import { findFailures } from './messages.db.ts';
import { findOnline } from './widget.service.ts';

type AppDeps = Pick<Deps, 'db' | 'live' | 'config'>;

export async function getDiscordOverview(deps: AppDeps): Promise<DiscordOverview> {
  return {
    hooks: await listHooks(deps),
    app: toApp(deps, await getSetting(deps, discordApp)),
    online: (await findOnline(deps))?.online ?? null,
    linkedAccounts: await countRows(deps.db, 'discord_links'),
    failures: await findFailures(deps.db),
  };
}

export async function updateDiscordApp(
  deps: AppDeps,
  actor: Actor,
  { clientSecret, botToken, ...plain }: DiscordAppChange,
): Promise<DiscordApp> {
  const before = await getSetting(deps, discordApp);
  const seal = (name: 'clientSecret' | 'botToken', given = '') =>
    given ? toStored(deps.config, `discord ${name}`, given) : before[name];
  const after = {
    ...plain,
    clientSecret: plain.clientId ? seal('clientSecret', clientSecret) : null,
    botToken: plain.guildId ? seal('botToken', botToken) : null,
  };
  if (after.clientId && !after.clientSecret) {
    throw invalidField('clientSecret', 'Enter the client secret too.');
  }
  if (after.roles.length > 0 && !after.botToken) {
    throw invalidField('botToken', 'Roles need the id of the server and the token of a bot.');
  }
  await change(deps, actor, ['site', 'admin'], async (trx, audit) => {
    await setSetting({ db: trx, live: deps.live }, discordApp, { value: after, by: actor.id });
    audit('discord/app-changed', 'app', findChanges(toAudited(before), toAudited(after)));
  });
  return toApp(deps, after);
}

/** Secrets only as whether they are set, and whether they changed. */
function toAudited({ clientSecret, botToken, ...plain }: AppSettings) {
  const mark = (sealed: string | null) => sealed && `set (${sealed.slice(-6)})`;
  return { ...plain, clientSecret: mark(clientSecret), botToken: mark(botToken) };
}

function toApp({ config }: Pick<Deps, 'config'>, settings: AppSettings): DiscordApp {
  const { clientSecret, botToken, ...plain } = settings;
  return {
    ...plain,
    hasClientSecret: clientSecret !== null,
    hasBotToken: botToken !== null,
    redirectUrl: redirectUrlOf(config),
  };
}

export function redirectUrlOf({ siteUrl }: Pick<Config, 'siteUrl'>): string {
  return `${siteUrl}/api/discord/callback`;
}

export type Client = { id: string; secret: string };

/** Undefined if linking is not set up, or the feature is off. */
export async function findClient(deps: AppDeps): Promise<Client | undefined> {
  const { clientId, clientSecret } = await getSetting(deps, discordApp);
  if (!clientId || !clientSecret || !(await isOn(deps, 'discord'))) return undefined;
  const secret = readStored(deps.config, 'discord clientSecret', clientSecret);
  return secret === undefined ? undefined : { id: clientId, secret };
}
