import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tooling/project.mjs';

// Here, because client code may not import node:fs.

// Panels, dialogs and buttons are named in title case, which Cinzel shows as small capitals. Sentences, such as
// the headings of callouts and empty states, are not. Texts that are computed are not checked.

/** A sentence. */
const exceptions = new Set(['Someone else saved this post']);

const smallWords = /^(?:a|an|the|and|or|of|in|on|to|for|by|at|as|with|from|vs)$/;

const patterns = [
  /<(?:Panel|QueryPanel|AuthScene|AuthDone|Dialog|FormDialog|NameDialog|NoteDialog)\b[^<]*?\b(?:heading|title)="([^"]+)"/g,
  /<(?:Button|ButtonLink|LinkButton)\b(?:=>|[^<>])*?>\s*(?:<Icon [^>]*\/>\s*)?([^<{}]+?)\s*<\/(?:Link)?Button(?:Link)?>/g,
  /\baction=\{\{\s*name: '([^']+)'/g,
  /className=\{buttonClass\((?:=>|[^<>])*?>\s*(?:<Icon [^>]*\/>\s*)?([^<{}]+?)\s*<\/(?:Link|a|button)>/g,
  /\b(?:submitLabel|linkLabel|confirmLabel|cancelLabel)(?:="|: ')([^"']+)["']/g,
  /<(?:PageHeading|SectionHeading)\b(?:=>|[^<>])*?>\s*([^<{}]+?)\s*<\/(?:Page|Section)Heading>/g,
];

test('panels, dialogs and buttons are named in title case', () => {
  const names = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => findNames(readFileSync(join(root, 'client', file), 'utf8'), file));
  expect(names.length).toBeGreaterThan(200);
  const wrong = names.filter(({ text }) => !isTitleCase(text) && !exceptions.has(text));
  expect(wrong).toEqual([]);
});

test.each([
  ['<Button icon="plus" onClick={() => add()}>Add server</Button>', 'Add server', false],
  ['<Link className={buttonClass()}><Icon name="plus" /> New Item</Link>', 'New Item', true],
  ['<Panel variant="plain" heading="Mute and Ban">', 'Mute and Ban', true],
  ["askConfirm(text, { confirmLabel: 'Sign out' })", 'Sign out', false],
  ['<Form submitLabel="Set Up Two-Factor">', 'Set Up Two-Factor', true],
  ['<Form submitLabel="Set Up Two-factor">', 'Set Up Two-factor', false],
])('%s', (source, text, isRight) => {
  expect(findNames(source, 'x.tsx')).toEqual([{ file: 'x.tsx', text }]);
  expect(isTitleCase(text)).toBe(isRight);
});

function findNames(source: string, file: string) {
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, text = '']) => ({
      file,
      text: text.replaceAll(/\s+/g, ' '),
    })),
  );
}

function isTitleCase(text: string): boolean {
  const words = text.split(' ');
  return words.every((word, at) => {
    const mayBeSmall = at > 0 && at < words.length - 1 && smallWords.test(word);
    return mayBeSmall || word.split('-').every((part) => !/^[a-z]/.test(part));
  });
}
