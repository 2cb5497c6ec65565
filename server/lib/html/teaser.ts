import { decodeHTML } from 'entities';

const teaserLength = 75;

/** The text of the HTML, cut to `length` characters at a word boundary, with an ellipsis. */
export function toTeaser(html: string, length = teaserLength): string {
  return shorten(toText(html), length);
}

/** Strips tags, decodes entities, collapses whitespace. The result is plain text and not safe as HTML. */
export function toText(html: string): string {
  const bare = html
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(
      /<(\/?[a-z][a-z\d]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*(?:>|$)/gi,
      (_tag, name: string) => replaceTag(name.toLowerCase()),
    );
  return decodeHTML(punctuateLists(bare)).replaceAll(/\s+/g, ' ').trim();
}

const itemEnd = '\u{E000}';
const listEnd = '\u{E001}';

function replaceTag(name: string): string {
  if (name === '/li') return itemEnd;
  if (name === '/ul' || name === '/ol') return listEnd;
  return inlineTags.has(name.replace('/', '')) ? '' : ' ';
}

/** List items without punctuation would read like one sentence: `Hot cider Mittens`. */
function punctuateLists(text: string): string {
  const pieces = text.split(itemEnd).map((piece) => piece.trim());
  const last = pieces.findLastIndex((piece) => piece.replaceAll(listEnd, '').trim() !== '');
  return pieces
    .map((piece, at) => {
      const needsMark = at < last && piece !== '' && !punctuation.has(piece.at(-1)!);
      const mark = pieces[at + 1]?.startsWith(listEnd) ? '.' : ',';
      return needsMark ? `${piece}${mark}` : piece;
    })
    .join(' ')
    .replaceAll(listEnd, ' ');
}

const punctuation = new Set(['.', ',', ';', ':', '!', '?', '…', listEnd]);

/** Counts graphemes: an emoji, or a letter with its accents, is one character. */
export function shorten(text: string, length: number): string {
  // Segmenting takes quadratic time, so only segment the start of the text.
  const start = text.slice(0, (length + 1) * maxCharacterUnits);
  const characters: string[] = [];
  for (const { segment } of graphemes.segment(start)) {
    characters.push(segment);
    if (characters.length > length) break;
  }
  const isCut = start.length < text.length;
  if (characters.length <= length && !isCut) return text;
  // The slice may have cut the last character in half.
  if (characters.length <= length) characters.pop();
  const head = characters.slice(0, length).join('');
  const isAtBoundary = /\s/.test(characters[length] ?? '');
  const lastSpace = head.search(/\s+\S*$/);
  // A single long word has no boundary to cut at.
  const cut = isAtBoundary || lastSpace < 1 ? head : head.slice(0, lastSpace);
  return `${cut.replace(/[\s.,;:–-]+$/, '')}…`;
}

/** The longest emoji have 15 UTF-16 units. Letters with very many accents are cut earlier. */
const maxCharacterUnits = 32;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Tags that can occur inside a word; any other tag separates words. */
const inlineTags = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
]);
