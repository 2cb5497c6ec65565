import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from '#tooling/project.mjs';

// Lists of files that a build cannot find by itself. `npm run fix` writes them, and a test fails if one is out of
// date.

export function composeLists(): Record<string, string> {
  return {
    'server/feature-list.ts': composeFeatures(),
    'server/db/table-list.ts': composeTables(),
    'shared/endpoints.ts': composeEndpoints(),
    'server/db/migration-checksums.ts': composeChecksums(),
  };
}

/** Keeps the order, which decides whose demo content comes first; new features come last. */
function composeFeatures(): string {
  const present = find('server/features', '.feature.ts').map(nameOf);
  const listed = [...read('server/feature-list.ts').matchAll(/^ {2}([a-zA-Z]+),$/gm)].map(
    ([, name = '']) => present.find((one) => toCamel(one) === name),
  );
  // A set keeps the order in which its values were added.
  const ordered = [...new Set([...listed.filter((name) => name !== undefined), ...present])];
  const imports = present.map(
    (name) => `import { ${toCamel(name)} } from './features/${name}/${name}.feature.ts';`,
  );
  return `import type { Feature } from './feature.ts';
${imports.join('\n')}

/**
 * Written by \`npm run fix\`, which adds new features at the end. The order matters for demo content only: a feature can
 * build on the content of those above it.
 */
export const features: Feature[] = [
${ordered.map((name) => `  ${toCamel(name)},`).join('\n')}
];
`;
}

function composeTables(): string {
  const folders = ['server/features', 'server/lib', 'server/db'];
  const files = folders
    .flatMap((folder) => find(folder, '.tables.ts'))
    .map((file) => ({
      from: file.startsWith('server/db/') ? `./${basename(file)}` : file.replace('server', '..'),
      type: /^export type (\w+) = \{$/m.exec(read(file))?.[1] ?? '',
    }));
  const imports = files.map(({ from, type }) => `import type { ${type} } from '${from}';`);
  return `${imports.join('\n')}

/** Written by \`npm run fix\`. */
export type Tables = ${files.map(({ type }) => type).join(' &\n  ')};
`;
}

function composeEndpoints(): string {
  const modules = find('shared/endpoints', '.ts').filter((file) =>
    /^const \w+ = endpointsOf\(/m.test(read(file)),
  );
  const lines = modules.map(
    (file) => `export * as ${toCamel(nameOf(file))} from './endpoints/${basename(file)}';`,
  );
  return `/** Every module that defines endpoints. Written by \`npm run fix\`. */\n${lines.join('\n')}\n`;
}

/** Adds new migrations only: a released one never changes. */
function composeChecksums(): string {
  const text = read('server/db/migration-checksums.ts');
  const added = find('server/db/migrations', '.sql')
    .filter((file) => !text.includes(`'${nameOf(file)}'`))
    .map(
      (file) =>
        `  '${nameOf(file)}': '${createHash('sha256').update(read(file)).digest('hex')}',\n`,
    );
  return text.replace(/(fileChecksums[^}]*)\}/, `$1${added.join('')}}`);
}

function find(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending))
    .toSorted();
}

/** Normalises line endings, which a checkout may have converted. */
function read(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

function nameOf(file: string): string {
  return basename(file).replace(/\..*$/, '');
}

function toCamel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
