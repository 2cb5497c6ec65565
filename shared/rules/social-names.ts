import type { Appearance } from '../endpoints/appearance.ts';

type Kind = Appearance['social'][number]['kind'];

export const socialNames: Record<Kind, string> = {
  discord: 'Discord',
  youtube: 'YouTube',
  x: 'X',
  reddit: 'Reddit',
  twitch: 'Twitch',
  github: 'GitHub',
};
