import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';

export const partNames = [
  'name',
  'colours',
  'hero',
  'features',
  'pictures',
  'links',
  'words',
  'history',
] as const;
export type PartName = (typeof partNames)[number];

export const partLabels: Record<PartName, { label: string; icon: IconName }> = {
  name: { label: 'Name and Logo', icon: 'coronet' },
  colours: { label: 'Colours and Fonts', icon: 'settings' },
  hero: { label: 'Hero', icon: 'tower' },
  features: { label: 'Features', icon: 'dashboard' },
  pictures: { label: 'Pictures', icon: 'eye' },
  links: { label: 'Links', icon: 'link' },
  words: { label: 'Currency and Texts', icon: 'coin' },
  history: { label: 'History', icon: 'clock' },
};

/** Where each part of the document is edited, and what the history calls it. */
export const documentParts: Record<keyof Appearance, { part: PartName; label: string }> = {
  name: { part: 'name', label: 'Name' },
  tagline: { part: 'name', label: 'Tagline' },
  logo: { part: 'name', label: 'Logo' },
  palette: { part: 'colours', label: 'Colours' },
  fonts: { part: 'colours', label: 'Fonts' },
  hero: { part: 'hero', label: 'Hero' },
  livingCastle: { part: 'hero', label: 'Living castle' },
  features: { part: 'features', label: 'Features' },
  scenes: { part: 'pictures', label: 'Pictures' },
  builtInLinks: { part: 'links', label: 'Links of every site' },
  navigation: { part: 'links', label: 'Navigation' },
  footer: { part: 'links', label: 'Footer' },
  social: { part: 'links', label: 'Social links' },
  words: { part: 'words', label: 'Currency and store names' },
  coinIcon: { part: 'words', label: 'Coin' },
  coinPicture: { part: 'words', label: 'Picture of the coin' },
  texts: { part: 'words', label: 'Texts' },
};

/** The part of the form with the field of an error, such as `hero.title`. */
export function partOf(path: string): PartName {
  return documentParts[path.split('.')[0] as keyof Appearance].part;
}

export function readPart(hash: string): PartName {
  return partNames.find((name) => name === hash) ?? 'name';
}
