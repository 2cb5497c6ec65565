import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tooling/project.mjs';

import { findDiscouragedWords, findOddBeginnings } from './lib/plain-words.ts';

// Part of `npm run spelling`: reports discouraged words. Texts for players may have flavour; their files,
// and files that must quote these words, are listed here.

const folders = [
  '.github',
  'adapters',
  'bench',
  'client',
  'deploy',
  'docs',
  'e2e',
  'scripts',
  'server',
  'shared',
  'shared-node',
  'tooling',
];
const checked = /(\.(ts|tsx|mjs|css|html|md|sql|yml|yaml|conf)|Caddyfile)$/;
const skipped = [
  /^server\/demo\/content\//,
  /^docs\/(specification|style)\.md$/,
  /^scripts\/lib\/plain-words(\.test)?\.ts$/,
];

const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  ),
].filter((file) => checked.test(file) && !skipped.some((pattern) => pattern.test(file)));

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const findings = [...findDiscouragedWords(text), ...findOddBeginnings(text)];
  for (const { line, word, advice } of findings) {
    console.error(`${file}:${line} "${word}": ${advice}`);
    process.exitCode = 1;
  }
}
