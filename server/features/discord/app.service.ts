import type { Config } from '#server/config.ts';
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
import { countLinks } from './links.db.ts';
import { findFailures } from './outcomes.ts';
import { findOnline } from './widget.service.ts';

type AppDeps = Pick<Deps, 'db' | 'live' | 'config'>;

export async function getDiscordOverview(deps: AppDeps): Promise<DiscordOverview> {
  const failures = await findFailures(deps.db);
  return {
    hooks: await listHooks(deps),
    app: toApp(deps, await getSetting(deps, discordApp)),
    online: (await findOnline(deps))?.online ?? null,
    linkedAccounts: await countLinks(deps.db),
    widgetFailure: failures.widget ?? null,
    rolesFailure: failures.roles ?? null,
  };
}

export async function updateDiscordApp(
  deps: AppDeps,
  actor: Actor,
  { clientSecret, botToken, ...plain }: DiscordAppChange,
): Promise<DiscordApp> {
  const before = await getSetting(deps, discordApp);
  const after = {
    ...plain,
    clientSecret: sealNew(deps, 'clientSecret', { given: clientSecret, kept: before.clientSecret }),
    botToken: sealNew(deps, 'botToken', { given: botToken, kept: before.botToken }),
  };
  assertComplete(after);
  await change(deps, actor, ['site', 'admin'], async (trx, audit) => {
    await setSetting({ db: trx, live: deps.live }, discordApp, { value: after, by: actor.id });
    audit('discord/app-changed', 'app', findChanges(toAudited(before), toAudited(after)));
  });
  return toApp(deps, after);
}

function assertComplete({ clientId, clientSecret, botToken, guildId, roles }: AppSettings): void {
  if (Boolean(clientId) !== Boolean(clientSecret)) {
    const field = clientId ? 'clientSecret' : 'clientId';
    throw invalidField(field, 'Enter both the client id and the client secret, or neither.');
  }
  if (botToken && !guildId) throw invalidField('guildId', 'Enter the id of your Discord server.');
  if (roles.length > 0 && !botToken) {
    throw invalidField('botToken', 'Roles need the token of a bot.');
  }
}

type SecretName = 'clientSecret' | 'botToken';

function sealNew(
  { config }: Pick<Deps, 'config'>,
  name: SecretName,
  { given, kept }: { given: string | null | undefined; kept: string | null },
): string | null {
  if (given === null) return null;
  return given ? toStored(config, `discord ${name}`, given) : kept;
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

/** Undefined if linking is not set up, or the feature is off. */
export async function findClient(
  deps: AppDeps,
): Promise<{ id: string; secret: string } | undefined> {
  const { clientId, clientSecret } = await getSetting(deps, discordApp);
  if (!clientId || !clientSecret || !(await isOn(deps, 'discord'))) return undefined;
  const secret = readStored(deps.config, 'discord clientSecret', clientSecret);
  return secret === undefined ? undefined : { id: clientId, secret };
}
