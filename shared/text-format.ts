export const textNames = ['terms', 'privacy'] as const;

export const textTitles: Record<(typeof textNames)[number], string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
};

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
type Placeholder = 'site' | 'contact' | 'coin' | 'coins' | 'store';

export function fillText(source: string, values: Record<Placeholder, string>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value),
    source,
  );
}
