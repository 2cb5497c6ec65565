import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import type { OwnPage } from '#shared/endpoints/own-pages.ts';
import { fillSite } from '#shared/rules/appearance-defaults.ts';
import { fillHtml, fillPlaceholders } from '#shared/rules/fill-page.ts';
import type { PageValues } from '#shared/rules/fill-page.ts';
import { isFixedPage } from '#shared/rules/own-page-address.ts';

import type { VersionRow } from './own-pages.db.ts';
import { blocksToHtml } from './text-blocks.ts';

type StoredText = Pick<VersionRow, 'format' | 'content'>;
type TextDeps = Pick<Deps, 'config' | 'brand'>;

/** Used until the owner publishes a text. It may promise only what the software does by itself. */
async function readDefaultText(slug: string): Promise<string> {
  // The name is part of a path, so only known ones are read.
  if (!isFixedPage(slug)) return '';
  const file = path.join(import.meta.dirname, 'default-texts', `${slug}.md`);
  return (await readFile(file, 'utf8')).trimEnd();
}

/** The text as it is stored, with its placeholders. */
export async function readSource(slug: string, { content }: StoredText): Promise<string> {
  return content ?? (await readDefaultText(slug));
}

export async function digestOf(slug: string, text: StoredText): Promise<string> {
  return createHash('sha256')
    .update(await readSource(slug, text))
    .digest('hex');
}

/** For the editor: safe HTML with placeholders. */
export async function readHtml(
  { config }: Pick<Deps, 'config'>,
  slug: string,
  text: StoredText,
): Promise<string> {
  const source = await readSource(slug, text);
  const html = text.format === 'html' ? source : blocksToHtml(source);
  return sanitiseHtml(html, config);
}

/** For visitors. The result is sanitised again, because a value may be part of a link. */
export async function fillPage(
  deps: TextDeps,
  slug: string,
  text: StoredText & Pick<VersionRow, 'title' | 'description'>,
): Promise<Omit<OwnPage, 'updatedAt'>> {
  const values = await readValues(deps);
  const html = fillHtml(await readHtml(deps, slug, text), values);
  return {
    slug,
    title: fillPlaceholders(text.title, values),
    description: fillPlaceholders(text.description, values),
    content: await sanitiseHtml(html, deps.config),
  };
}

export async function readValues({ config, brand }: TextDeps): Promise<PageValues> {
  const { name: site, words } = await brand.read();
  return { ...words, store: fillSite(words.store, site), site, contact: config.contactEmail };
}
