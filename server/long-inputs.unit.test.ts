import { describe, expect, test } from 'vitest';

import { diffOf } from '../client/features/admin/audit-diff.ts';
import { renderCalendar } from './features/events/calendar.ts';
import { createLineReader, LineError } from './features/hiscores/read-stats.ts';
import { defaultSkills } from './features/hiscores/testing/hiscores.ts';
import { renderFeed } from './features/site/feed.ts';
import { toCsvLine } from './lib/files/csv.ts';

// Functions that read or write long texts on the event loop. Each gets its size limit or more of the
// characters that are most work for it. In quadratic time this takes minutes.
const length = 200_000;
const hostile = [
  'a',
  ' ',
  '\n',
  '\r',
  '"',
  ',',
  '\\',
  '<',
  '&',
  '\u0000',
  'é',
  '🐉',
  ' src="/',
  ' srcset="',
];
const texts = hostile.map((part): [string, string] => [
  JSON.stringify(part),
  part.repeat(length / part.length),
]);
const site = { siteName: 'Wynhold', siteUrl: 'https://wynhold.test', icon: '/icon-192.png' };
const day = new Date('2026-11-16T00:00:00Z');

describe('time in proportion to the length', () => {
  test.each(texts)('a CSV cell of %s', (_, text) => {
    expect(toCsvLine([text, 1]).length).toBeGreaterThan(text.length);
  });

  test.each(texts)('an event of %s in the calendar', (_, text) => {
    const row = {
      id: '1',
      title: text,
      description: text,
      typeName: 'Other',
      creator: 'Host',
      startsAt: day,
      createdAt: day,
      updatedAt: day,
      deletedAt: null,
      sequence: 0,
    };
    expect(renderCalendar([row as never], [], site).length).toBeGreaterThan(text.length);
  });

  test.each(texts)('a post of %s in the feed', (_, text) => {
    const post = {
      id: '1',
      title: 'Long',
      content: text,
      categoryName: 'Game',
      displayImage: '',
      createdAt: { seconds: 1, nanoseconds: 0 },
      updatedAt: day,
    };
    expect(renderFeed([post as never], site)).toContain('</feed>');
  });

  test.each(texts)('a line of %s in an import', (_, text) => {
    const read = createLineReader({ skills: defaultSkills, observedAt: day, skipUnknown: true });
    read('name,Attack');
    expect(() => read(`${text},${text},`)).toThrow(LineError);
  });

  test.each(texts)('an audit entry that holds a list with %s', (_, text) => {
    expect(diffOf({}, { list: [text, text] })[0]?.after?.length).toBeGreaterThan(2 * text.length);
  });

  test('an audit entry with many fields', () => {
    const after = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field ${n}`, n]));
    expect(diffOf({}, after)).toHaveLength(10_000);
  });
});
