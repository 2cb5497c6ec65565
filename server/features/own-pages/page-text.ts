import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import type { OwnPage } from '#shared/endpoints/own-pages.ts';
import { fillSite } from '#shared/rules/appearance-defaults.ts';
import { escapeHtml, fillHtml, fillPlaceholders } from '#shared/rules/fill-page.ts';
import type { PageValues } from '#shared/rules/fill-page.ts';
import { isFixedPage } from '#shared/rules/own-page-address.ts';

import type { VersionRow } from './own-pages.db.ts';

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

type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

/** The notation of the default texts, and of the texts that owners wrote before these were pages, as HTML. */
export function blocksToHtml(text: string): string {
  return readBlocks(text).map(toHtml).join('');
}

function toHtml(block: Block): string {
  if (block.kind === 'heading') return `<h2>${escapeHtml(block.text)}</h2>`;
  if (block.kind === 'paragraph') return `<p>${linkEmails(block.text)}</p>`;
  return `<ul>${block.items.map((item) => `<li><p>${linkEmails(item)}</p></li>`).join('')}</ul>`;
}

/** Blank lines separate blocks; `## ` starts a heading, `- ` a list item. Everything else is plain text. */
export function readBlocks(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(readPart);
}

function readPart(part: string): Block[] {
  const lines = part.split('\n');
  const firstOther = lines.findIndex((line) => !/^#{1,3} /.test(line));
  const headings = firstOther < 0 ? lines : lines.slice(0, firstOther);
  const rest = lines.slice(headings.length).join('\n').trim();
  return [
    ...headings.map((line): Block => ({ kind: 'heading', text: line.replace(/^#+ +/, '') })),
    ...(rest === '' ? [] : [readBody(rest)]),
  ];
}

function readBody(text: string): Block {
  if (!text.startsWith('- ')) return { kind: 'paragraph', text };
  const items = text.split(/\n(?=- )/).map((item) => item.slice(2).replaceAll(/\s+/g, ' ').trim());
  return { kind: 'list', items };
}

function linkEmails(text: string): string {
  return splitAddresses(text)
    .map((part, at) => {
      const shown = escapeHtml(part);
      return at % 2 === 1 ? `<a href="mailto:${shown}">${shown}</a>` : shown;
    })
    .join('');
}

/** Splits the text at email addresses, and at the placeholder for ours: every second part is one. */
export function splitAddresses(text: string): string[] {
  // The length limits keep this linear: without them a long word takes quadratic time.
  return text.split(/(\{contact\}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/);
}
