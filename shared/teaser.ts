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
      (_tag, name: string) => (inlineTags.has(name.replace('/', '').toLowerCase()) ? '' : ' '),
    );
  return decodeEntities(bare).replaceAll(/\s+/g, ' ').trim();
}

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
  return `${cut.trimEnd()}…`;
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

/** Decodes once, from left to right: `&amp;lt;` becomes `&lt;`. */
function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z][a-z\d]{1,30}));?/gi,
    (entity, decimal, hex, name) => {
      if (decimal) return fromCodePoint(Number.parseInt(decimal, 10));
      if (hex) return fromCodePoint(Number.parseInt(hex, 16));
      return named[name] ?? entity;
    },
  );
}

function fromCodePoint(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : '\u{FFFD}';
}

/** Entities that editors and keyboards produce; browsers serialise only the first five. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u{A0}',
  quot: '"',
  apos: "'",
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  sbquo: '‚',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  sect: '§',
  para: '¶',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  hearts: '♥',
  iexcl: '¡',
  iquest: '¿',
  ordf: 'ª',
  ordm: 'º',
  shy: '\u{AD}',
  ensp: '\u{2002}',
  emsp: '\u{2003}',
  thinsp: '\u{2009}',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  oelig: 'œ',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  yacute: 'ý',
  yuml: 'ÿ',
  szlig: 'ß',
  thorn: 'þ',
  eth: 'ð',
  Agrave: 'À',
  Aacute: 'Á',
  Acirc: 'Â',
  Atilde: 'Ã',
  Auml: 'Ä',
  Aring: 'Å',
  AElig: 'Æ',
  Ccedil: 'Ç',
  Egrave: 'È',
  Eacute: 'É',
  Ecirc: 'Ê',
  Euml: 'Ë',
  Igrave: 'Ì',
  Iacute: 'Í',
  Icirc: 'Î',
  Iuml: 'Ï',
  Ntilde: 'Ñ',
  Ograve: 'Ò',
  Oacute: 'Ó',
  Ocirc: 'Ô',
  Otilde: 'Õ',
  Ouml: 'Ö',
  Oslash: 'Ø',
  OElig: 'Œ',
  Ugrave: 'Ù',
  Uacute: 'Ú',
  Ucirc: 'Û',
  Uuml: 'Ü',
  Yacute: 'Ý',
};
