import type { LabelTone } from '#shared/rules/labels.ts';

export const toneLabels: Record<LabelTone, string> = {
  neutral: 'Grey',
  gold: 'Gold',
  moss: 'Green',
  ember: 'Orange',
  blood: 'Red',
  sky: 'Blue',
};
