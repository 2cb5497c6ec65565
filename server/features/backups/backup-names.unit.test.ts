import { expect, test } from 'vitest';

import { namesOf } from './backup-names.ts';

const names = namesOf({ siteUrl: 'https://play.example' });
const name = 'play.example-2026-01-02T03-04-05Z.wynhold';

test('a backup has the host of its site and the second in which it was begun', () => {
  expect(names.nameAt(new Date('2026-01-02T03:04:05.999Z'))).toBe(name);
  expect(names.timeOf(name)).toBe('2026-01-02T03:04:05Z');
  expect(names.deletions).toBe('play.example-deletions.json');
  const { nameAt, timeOf } = namesOf({ siteUrl: 'http://[::1]:8080' });
  const local = nameAt(new Date('2026-01-02T03:04:05Z'));
  expect(local).toMatch(/^[\w.-]+$/);
  expect(timeOf(local)).toBe('2026-01-02T03:04:05Z');
});

test.each([
  ['that of a site with a longer name', `play.example-8080${name.slice('play.example'.length)}`],
  ['that of a site with a shorter name', name.slice('play.'.length)],
  ['one with other text after it', `${name}.unfinished`],
  ['one with other text before it', `old-${name}`],
  ['one without a time', 'play.example-.wynhold'],
  ['one of a minute', 'play.example-2026-01-02T03-04Z.wynhold'],
  ['one with another ending', name.replace('.wynhold', '-wynhold')],
  ['the list of deletions', names.deletions],
])('%s is no backup of this site', (_what, other) => {
  expect(names.isOwn(name)).toBe(true);
  expect(names.isOwn(other)).toBe(false);
});
