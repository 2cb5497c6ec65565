import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { listServerFiles, serverFolder } from './testing/read-tables.ts';

// oxlint finds circles between files. Two features can form one without it, through different files.

test('features do not import each other in a circle', async () => {
  expect(findCircle(await readImports())).toEqual([]);
});

test.each([
  [{ a: ['b'], b: ['c'], c: [] }, []],
  [{ a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
  [{ a: ['b', 'c'], b: ['c'], c: ['a'] }, ['a', 'b', 'c', 'a']],
])('the circle in %j is %j', (imports, circle) => {
  expect(findCircle(new Map(Object.entries(imports)))).toEqual(circle);
});

async function readImports(): Promise<Map<string, string[]>> {
  const imports = new Map<string, string[]>();
  for (const file of await listServerFiles()) {
    const [, feature] = /^features\/([^/]+)\//.exec(file) ?? [];
    if (!feature || /\.test\.ts$|(?:^|\/)testing[./]/.test(file)) continue;
    const text = readFileSync(path.join(serverFolder, file), 'utf8');
    const found = [...text.matchAll(/'(?:#server\/features|\.\.)\/([^/']+)\/[^']+\.ts'/g)];
    const others = found.flatMap(([, other]) => (other && other !== feature ? other : []));
    imports.set(feature, [...(imports.get(feature) ?? []), ...others]);
  }
  return imports;
}

/** The first circle as a path of names, or an empty list. */
function findCircle(imports: Map<string, string[]>): string[] {
  const done = new Set<string>();

  function follow(name: string, above: string[]): string[] {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...above, name]);
      if (circle.length > 0) return circle;
    }
    done.add(name);
    return [];
  }

  for (const name of imports.keys()) {
    const circle = follow(name, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
