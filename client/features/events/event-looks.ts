import type { IconName } from '#client/ui/icon-names.ts';
import type { EventOrigin } from '#shared/event-rules.ts';

type Look = { icon: IconName; tone: 'neutral' | 'gold' | 'moss' | 'ember' | 'blood' | 'sky' };

export const originLooks: Record<EventOrigin, Look> = {
  'Staff Event': { icon: 'coronet', tone: 'gold' },
  'Official Community Event': { icon: 'shield', tone: 'gold' },
  'Unofficial Community Event': { icon: 'pennant', tone: 'neutral' },
};
