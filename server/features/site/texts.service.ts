import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { getSetting, setSetting } from '#server/lib/settings.ts';
import { fillSite } from '#shared/appearance-defaults.ts';
import { fillText } from '#shared/text-format.ts';
import type { EditedText, SiteText, TextName } from '#shared/texts.ts';

type TextDeps = Pick<Deps, 'db' | 'live' | 'config' | 'brand'>;

export async function getSiteText(deps: TextDeps, name: TextName): Promise<SiteText> {
  const { source, updatedAt } = await getEditedText(deps, name);
  const { name: site, words } = await deps.brand.read();
  const { contactEmail: contact } = deps.config;
  return {
    name,
    text: fillText(source, { ...words, store: fillSite(words.store, site), site, contact }),
    updatedAt,
  };
}

export async function getEditedText(
  deps: Pick<Deps, 'db' | 'live'>,
  name: TextName,
): Promise<EditedText> {
  const own = await getSetting(deps, `site.${name}`);
  const source = own?.source ?? (await readDefaultText(name));
  return { name, source, updatedAt: own?.updatedAt ?? null };
}

/** Used until the owner saves a text. It may promise only what the software does by itself. */
async function readDefaultText(name: TextName): Promise<string> {
  const file = path.join(import.meta.dirname, 'default-texts', `${name}.md`);
  return (await readFile(file, 'utf8')).trimEnd();
}

/** Null restores the default text. */
export async function updateSiteText(
  deps: TextDeps,
  actor: Actor,
  { name, source }: { name: TextName; source: string | null },
): Promise<EditedText> {
  const before = await getEditedText(deps, name);
  const value = source === null ? null : { source, updatedAt: new Date().toISOString() };
  await transaction(deps.db, async (trx) => {
    await setSetting({ db: trx, live: deps.live }, `site.${name}`, { value, by: actor.id });
    await recordAudit(trx, {
      actor,
      action: 'site/text-changed',
      subject: name,
      before: { source: before.source },
      after: { source },
    });
  });
  return getEditedText(deps, name);
}
