import { expect, test } from 'vitest';

import { initialAppearance } from '#shared/appearance-defaults.ts';

import { toShownDraft } from './shown-draft.ts';

const shown = initialAppearance('Wynhold');

test('a valid draft is shown as it is, also without a logo', () => {
  const draft = { ...shown, name: 'Stormreach', features: [] };
  const withLogo = {
    ...shown,
    logo: { picture: `/media/${'a'.repeat(32)}`, crop: { x: 0.5, y: 0.5, size: 1 } },
  };
  expect(toShownDraft(draft, withLogo)).toEqual(draft);
});

test('an invalid part stays as it was, while the others follow', () => {
  const draft = { ...shown, name: ' ', hero: { ...shown.hero, text: 'Another world.' } };
  expect(toShownDraft(draft, shown)).toEqual({ ...draft, name: 'Wynhold' });
});

test('an unfinished entry of a list is left out', () => {
  const blank = { icon: 'quest' as const, title: '', text: '', href: '' };
  const [first, ...rest] = shown.features;
  const changed = { ...first!, title: 'Hundreds of quests' };
  const draft = { ...shown, features: [changed, ...rest, blank] };
  expect(toShownDraft(draft, shown).features).toEqual([changed, ...rest]);
});
