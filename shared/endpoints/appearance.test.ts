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

test('an appearance may be as long as its limits, and no longer', () => {
  const of = (length: number) => 'a'.repeat(length);
  const picture = `/media/${'a'.repeat(32)}`;
  const link = (label: string) => ({ label, href: '/news' });
  const card = { icon: 'quest' as const, title: of(40), text: of(80), href: '/news' };
  const scene = { picture, alt: of(160), title: of(40), text: of(100) };
  const hero = { ...shown.hero, title: of(60), text: of(240) };
  const crop = { x: 0, y: 1, size: 0.1 };
  const full: Partial<Appearance> = {
    name: of(40),
    tagline: of(200),
    hero,
    features: Array.from({ length: 6 }, () => card),
    scenes: Array.from({ length: 4 }, () => scene),
    navigation: Array.from({ length: 6 }, () => link(of(30))),
    footer: { ...shown.footer, links: Array.from({ length: 6 }, () => link(of(30))) },
    logo: { picture, crop },
  };
  expect(parse(full).success).toBe(true);
  const tooMuch: Partial<Appearance>[] = [
    { name: of(41) },
    { tagline: of(201) },
    { hero: { ...hero, title: of(61) } },
    { hero: { ...hero, text: of(241) } },
    { features: Array.from({ length: 7 }, () => card) },
    { features: [{ ...card, title: of(41) }] },
    { features: [{ ...card, text: of(81) }] },
    { scenes: Array.from({ length: 5 }, () => scene) },
    { scenes: [{ ...scene, alt: of(161) }] },
    { scenes: [{ ...scene, title: of(41) }] },
    { scenes: [{ ...scene, text: of(101) }] },
    { navigation: Array.from({ length: 7 }, () => link('x')) },
    { navigation: [link(of(31))] },
    { footer: { ...shown.footer, links: Array.from({ length: 7 }, () => link('x')) } },
    { logo: { picture, crop: { ...crop, size: 0.09 } } },
    { logo: { picture, crop: { ...crop, size: 1.01 } } },
    { logo: { picture, crop: { ...crop, x: -0.01 } } },
    { logo: { picture, crop: { ...crop, y: 1.01 } } },
    { palette: { kind: 'accent', colour: '#12345' } },
  ];
  for (const part of tooMuch) expect(parse(part).success, Object.keys(part).join()).toBe(false);
});
