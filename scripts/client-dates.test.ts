import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tooling/project.mjs';

// Here, because client code may not import node:fs.

/** Calendars and charts need parts of a date, and public pages the specification's spelling. */
const ownFormats = [
  'app/',
  'features/events/',
  'features/hiscores/',
  'features/news/post-article.tsx',
  'features/news/post-card.tsx',
  'features/own-pages/page-sheet.tsx',
  'features/votes/vote-page.tsx',
  'lib/dates.ts',
  'ui/data/chart.tsx',
];

const ownStyle =
  /Intl\.DateTimeFormat\([^)]|toLocale(?:Date|Time)String|formatMediumDateTime|formatLongDate/;

test('the admin area writes all dates with client/lib/dates.ts', () => {
  const sources = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !ownFormats.some((allowed) => file.startsWith(allowed)));
  const found = sources.filter((file) =>
    ownStyle.test(readFileSync(join(root, 'client', file), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
