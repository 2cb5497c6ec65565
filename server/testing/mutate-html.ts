import fc from 'fast-check';

/** Hostile HTML with up to six changes that an attacker might try; the same seed gives the same HTML. */
export function mutationsOf(strings: readonly string[]): fc.Arbitrary<string> {
  const attack = fc.constantFrom(...strings);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('wrap' as const), with: fc.constantFrom(...wrappers) }),
    fc.record({
      kind: fc.constant('insert' as const),
      with: fc.constantFrom(...fillers),
      at: fc.nat(200),
    }),
    fc.record({
      kind: fc.constant('cut' as const),
      at: fc.nat(200),
      length: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ kind: fc.constant('case' as const), at: fc.nat(200) }),
    fc.record({
      kind: fc.constant('double' as const),
      at: fc.nat(200),
      length: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ kind: fc.constant('join' as const), with: attack }),
  );
  return fc
    .tuple(attack, fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([start, changes]) => changes.reduce(applyChange, start));
}

const wrappers = [
  '<p>',
  '<b>',
  '<a href="/x">',
  '<ul><li>',
  '<pre>',
  '<code>',
  '<blockquote>',
  '<svg>',
  '<math>',
  '<table>',
  '<td>',
  '<select>',
  '<template>',
  '<noscript>',
  '<style>',
  '<title>',
  '<!--',
  '<![CDATA[',
  '<form>',
  '<textarea>',
  '<img alt="',
  "<a title='",
  '<p title=`',
];
const fillers = [
  '\u0000',
  '\t',
  '\n',
  '\f',
  '\r',
  '/',
  ' ',
  '\u00a0',
  '\u200b',
  '"',
  "'",
  '`',
  '>',
  '<',
  '&',
  ';',
  '=',
  '--',
  '\ud800',
  '&#x3c;',
  '</p>',
  '</',
];

type Change =
  | { kind: 'wrap'; with: string }
  | { kind: 'join'; with: string }
  | { kind: 'insert'; with: string; at: number }
  | { kind: 'cut' | 'double'; at: number; length: number }
  | { kind: 'case'; at: number };

function applyChange(html: string, one: Change): string {
  if (one.kind === 'wrap') return one.with + html;
  if (one.kind === 'join') return html + one.with;
  const at = html.length === 0 ? 0 : one.at % html.length;
  if (one.kind === 'insert') return html.slice(0, at) + one.with + html.slice(at);
  if (one.kind === 'cut') return html.slice(0, at) + html.slice(at + one.length);
  if (one.kind === 'double') return html.slice(0, at + one.length) + html.slice(at);
  return html.slice(0, at) + html.slice(at).toUpperCase();
}
