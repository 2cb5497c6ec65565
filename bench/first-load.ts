// npm run bench -- first-load
//
// JavaScript that a browser loads before home is ready, compressed as it is sent.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { report } from './lib/report.ts';

const client = path.resolve(import.meta.dirname, '../dist/client');
const html = await readFile(path.join(client, 'index.html'), 'utf8');
const scripts = new Set(
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, url = '']) => url),
);
let bytes = 0;
for (const url of scripts) {
  const file = path.join(client, url);
  // The smallest scripts are not compressed.
  bytes += (await readFile(`${file}.br`).catch(() => readFile(file))).length;
}
report('First load', [
  {
    what: 'JavaScript of the first load of home, brotli',
    ours: `${(bytes / 1000).toFixed(1)} kB in ${scripts.size} files`,
    yardstick: '',
    figure: Math.round(bytes / 100) / 10,
    goal: { atMost: 98 },
  },
]);
