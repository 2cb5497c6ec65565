import { escapeHtml } from '#shared/rules/fill-page.ts';

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
