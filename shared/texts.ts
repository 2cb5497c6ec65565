import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

const tag = 'Site';

export const textNames = ['terms', 'privacy'] as const;
export const TextName = z.enum(textNames);
export type TextName = z.infer<typeof TextName>;

export const textTitles: Record<TextName, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
};

/** A text the owner can edit. `readBlocks` describes the notation. */
export type SiteText = z.infer<typeof SiteText>;
export const SiteText = z.object({
  name: TextName,
  text: z.string(),
  /** Null for the default text. */
  updatedAt: z.nullable(z.string()),
});

const Params = z.object({ name: TextName });

export const getSiteText = endpoint({
  method: 'GET',
  path: '/api/site/texts/{name}',
  access: 'public',
  tag,
  summary: 'The terms or the privacy policy.',
  params: Params,
  response: SiteText,
  cachedUntil: ['site'],
});

export type EditedText = z.infer<typeof EditedText>;
export const EditedText = z.object({
  name: TextName,
  /** With the placeholders `{site}` and `{contact}`. */
  source: z.string(),
  updatedAt: z.nullable(z.string()),
});

export const getEditedText = endpoint({
  method: 'GET',
  path: '/api/admin/texts/{name}',
  access: 'admin',
  tag,
  summary: 'The source of a text, for the editor.',
  params: Params,
  response: EditedText,
});

export const updateSiteText = endpoint({
  method: 'PUT',
  path: '/api/admin/texts/{name}',
  access: 'admin',
  tag,
  summary: 'Replace a text; null restores the default.',
  params: Params,
  body: z.object({
    source: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter a text, or restore the default.'),
          z.maxLength(50_000, 'The text is too long.'),
        ),
    ),
  }),
  response: EditedText,
});

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

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

/** Splits the text at email addresses: every second part is an address. */
export function splitAddresses(text: string): string[] {
  // The length limits keep this linear: without them a long word takes quadratic time.
  return text.split(/([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/);
}

/** Replaces the placeholders `{site}` and `{contact}`. */
export function fillText(source: string, values: { site: string; contact: string }): string {
  return source.replaceAll('{site}', values.site).replaceAll('{contact}', values.contact);
}
