import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readJson, root } from '#tooling/project.mjs';

// docs/spec-coverage.md names the tests that prove each sentence of docs/specification.md. A proof is
// `file`, `file › title`, `› title` (same file as the proof before) or `npm run script`, with an optional
// note in parentheses at the end. `…` in a title matches any text.

type Proof = { file: string; title?: string };

const rows = readRows();

test('every sentence of the specification has a row', () => {
  // Longest first: a short sentence may be part of a longer one.
  const sentences = rows.map(({ sentence }) => sentence).sort((a, b) => b.length - a.length);
  const missing = readSpecification()
    .map((line) => sentences.reduce((rest, sentence) => rest.replace(sentence, ''), line).trim())
    .filter((rest) => rest !== '');
  expect(missing).toEqual([]);
});

test('every file and test title in docs/spec-coverage.md exists', () => {
  const wrong = rows.flatMap(({ sentence, cell }) =>
    readProofs(cell)
      .filter((proof) => !isFound(proof))
      .map(({ file, title }) => `${file} › ${title ?? '(the file)'} | ${sentence}`),
  );
  expect(wrong).toEqual([]);
});

test('a title matches in full, except for placeholders and …', () => {
  const source = `
    describe('outer', () => {
      test('it\\'s a test @both', () => {});
      test(\`\${path} has a title\`, () => {});
      it.each([f(1), 2])('the amount %d is refused', () => {});
      test.each<Row>([{ name: 'a' }])(
        "$name is long",
        () => {},
      );
    });`;
  const titles = listTitles(source);
  const has = (title: string) => matchesAny(title, titles);
  for (const title of ['outer', "it's a test", '/play has a title', 'the amount 499 is refused'])
    expect(has(title), title).toBe(true);
  for (const title of ['it’s…', 'out', 'a title', 'the amount is refused', 'is longer'])
    expect(has(title), title).toBe(false);
  for (const title of ['… has a title', 'it…test', 'Bob is long'])
    expect(has(title), title).toBe(true);
});

function readRows(): { sentence: string; cell: string }[] {
  return listLines('docs/spec-coverage.md').flatMap((line) => {
    const [sentence, cell] = splitRow(line) ?? [];
    return sentence && cell && sentence !== 'sentence' ? [{ sentence, cell }] : [];
  });
}

/** Without headings; a table row becomes its cells with `: ` between them, as the coverage writes it. */
function readSpecification(): string[] {
  return listLines('docs/specification.md').flatMap((line, index, lines) => {
    const isTableHead = lines[index + 1]?.startsWith('|---');
    if (line.startsWith('#') || isTableHead || line === '') return [];
    return splitRow(line)?.join(': ') ?? line.replace(/^\s*- /, '');
  });
}

function listLines(path: string): string[] {
  return readFileSync(join(root, path), 'utf8').split('\n');
}

/** The cells of a Markdown table's row, undefined for other lines; empty for the line below the head. */
function splitRow(line: string): string[] | undefined {
  if (!line.startsWith('| ')) return line.startsWith('|---') ? [] : undefined;
  return line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => cell.replaceAll('\\|', '|'));
}

function readProofs(cell: string): Proof[] {
  const proofs: Proof[] = [];
  for (const part of cell.split('; ')) {
    const text = part.replace(/ ?\([^()]*\)$/, '');
    // "(says what the specification leaves open)": there is nothing to prove.
    if (text === '') continue;
    const [file = '', title] = text.split(/ ?› /);
    const proof = { file: file || (proofs.at(-1)?.file ?? '') };
    proofs.push(title === undefined ? proof : { ...proof, title });
  }
  return proofs;
}

function isFound({ file, title }: Proof): boolean {
  const [, script] = /^npm run (\S+)$/.exec(file) ?? [];
  if (script) return script in readJson(join(root, 'package.json')).scripts;
  const path = join(root, file);
  if (file === '' || !existsSync(path)) return false;
  return title === undefined || matchesAny(title, listTitles(readFileSync(path, 'utf8')));
}

/** The titles of tests and of their groups; `…` replaces each placeholder. */
function listTitles(source: string): string[] {
  // `)('…'` is the second call of `test.each(…)('…')`; testStates is that of client/testing/screen-states.tsx.
  const call =
    /(?:\b(?:test|it|describe|testStates)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gs;
  return [...source.matchAll(call)].map(([, , literal = '']) =>
    literal
      .replaceAll(/\\(.)/gs, '$1')
      .replace(/( @\w+)+$/, '')
      .replaceAll(/\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdifjoOp#]/g, '…'),
  );
}

/** Either side may have gaps: the documentation shortens titles, tests have placeholders. */
function matchesAny(title: string, titles: string[]): boolean {
  return titles.some((one) => toPattern(title).test(one) || toPattern(one).test(title));
}

function toPattern(title: string): RegExp {
  const fixed = title.split('…').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*')}$`, 's');
}
