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

/** A text of the owner's, in a small notation: see `readBlocks`. */
export type SiteText = z.infer<typeof SiteText>;
export const SiteText = z.object({
  name: TextName,
  text: z.string(),
  /** Null: the text the site came with. */
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
  /** With `{site}` and `{contact}` as they were written. */
  source: z.string(),
  updatedAt: z.nullable(z.string()),
});

export const getEditedText = endpoint({
  method: 'GET',
  path: '/api/admin/texts/{name}',
  access: 'admin',
  tag,
  summary: 'A text as its editor needs it.',
  params: Params,
  response: EditedText,
});

export const updateSiteText = endpoint({
  method: 'PUT',
  path: '/api/admin/texts/{name}',
  access: 'admin',
  tag,
  summary: 'Replace a text; null brings back the one the site came with.',
  params: Params,
  body: z.object({
    source: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Write something, or bring back the default.'),
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

/** Blank lines part blocks; `## ` begins a heading, `- ` an entry of a list. Everything else is text. */
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

/** Parts the text at mail addresses: every second part is one. */
export function splitAddresses(text: string): string[] {
  // With limits for each part: without them a long word takes time with the square of its length.
  return text.split(/([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/);
}

/** `{site}` and `{contact}` stand for what the owner has set elsewhere. */
export function fillText(source: string, values: { site: string; contact: string }): string {
  return source.replaceAll('{site}', values.site).replaceAll('{contact}', values.contact);
}
