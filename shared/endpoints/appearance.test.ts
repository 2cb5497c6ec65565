import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { initialAppearance } from '../rules/appearance-defaults.ts';
import { Appearance, keepValidParts } from './appearance.ts';

const shown = initialAppearance('Wynhold');

test('a valid draft is shown as it is, also without a logo', () => {
  const draft = { ...shown, name: 'Stormreach', features: [] };
  const withLogo = {
    ...shown,
    logo: { picture: `/media/${'a'.repeat(32)}`, crop: { x: 0.5, y: 0.5, size: 1 } },
  };
  expect(keepValidParts(draft, withLogo)).toEqual(draft);
});

test('an invalid part stays as it was, while the others follow', () => {
  const draft = { ...shown, name: ' ', hero: { ...shown.hero, text: 'Another world.' } };
  expect(keepValidParts(draft, shown)).toEqual({ ...draft, name: 'Wynhold' });
});

test('an unfinished entry of a list is left out', () => {
  const blank = { icon: 'quest' as const, title: '', text: '', href: '' };
  const [first, ...rest] = shown.features;
  const changed = { ...first!, title: 'Hundreds of quests' };
  const draft = { ...shown, features: [changed, ...rest, blank] };
  expect(keepValidParts(draft, shown).features).toEqual([changed, ...rest]);
});

function parse(part: Partial<Appearance>) {
  return z.safeParse(Appearance, { ...shown, ...part });
}

test.each([
  'https://youtube.com/@emberfall',
  'https://tiktok.com/@emberfall?lang=en',
  'https://example.com?mail=a@b.example',
  'https://example.com#@top',
  'https://example.com:8443/@a/@b',
])('%s is a link everywhere, also as a social one', (href) => {
  const link = { label: 'Ours', href };
  expect(parse({ social: [{ kind: 'youtube', href }] }).success).toBe(true);
  expect(parse({ navigation: [link], footer: { text: 'x', links: [link] } }).success).toBe(true);
});

test.each([
  'https://example.com@evil.test/',
  'https://name:word@evil.test',
  'https://a b.test/',
  'https:///path',
  'javascript:alert(1)',
])('%s is no link anywhere', (href) => {
  expect(parse({ social: [{ kind: 'youtube', href }] }).success).toBe(false);
  expect(parse({ navigation: [{ label: 'Ours', href }] }).success).toBe(false);
});

test('a path is a link, but not a social one', () => {
  expect(parse({ navigation: [{ label: 'Ours', href: '/news/@a' }] }).success).toBe(true);
  expect(parse({ social: [{ kind: 'youtube', href: '/news' }] }).success).toBe(false);
});

test('a stored link that is no longer allowed costs only itself', () => {
  const good = { kind: 'x' as const, href: 'https://x.com/ember' };
  const old = { kind: 'youtube' as const, href: 'https://name@youtube.com/' };
  const stored = { ...shown, name: 'Stormreach', social: [old, good] };
  expect(keepValidParts(stored, shown)).toEqual({ ...stored, social: [good] });
});
