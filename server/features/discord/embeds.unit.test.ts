import { expect, test } from 'vitest';

import { initialAppearance } from '#shared/rules/appearance-defaults.ts';
import { createTheme } from '#shared/rules/theme.ts';

import { escapeMarkdown, toEmbed } from './embeds.ts';

const { palette } = initialAppearance('Wynhold');
const site = { siteUrl: 'https://wynhold.test', palette };

test('an embed is short enough for Discord, and has no picture or time that it was not given', () => {
  const thing = { title: 'T'.repeat(300), text: 'x'.repeat(2000), path: '/news/5' };
  expect(toEmbed(thing, site)).toEqual({
    title: `${'T'.repeat(200)}…`,
    url: 'https://wynhold.test/news/5',
    description: `${'x'.repeat(1500)}…`,
    color: 0xd9_a5_3a,
  });
});

test('the stripe of an embed has the accent of the site', () => {
  const sea = { kind: 'curated', name: 'sea' } as const;
  const { color } = toEmbed({ title: 'a', text: 'b', path: '/' }, { ...site, palette: sea });
  expect(color).toBe(Number.parseInt(createTheme(sea)!('#d9a53a').slice(1), 16));
  expect(color).not.toBe(0xd9_a5_3a);
});

test('each character that Discord would format is escaped', () => {
  for (const letter of String.raw`\*_~` + '`|>#[]()<:@-') {
    expect(escapeMarkdown(`a${letter}b`)).toBe(`a\\${letter}b`);
  }
  expect(escapeMarkdown('Plain, “quoted” & 5.')).toBe('Plain, “quoted” & 5.');
});
