import type { IconName } from '#client/ui/icon-names.ts';
import type { EventOrigin } from '#shared/event-rules.ts';
import type { EventType } from '#shared/events.ts';

type Look = { icon: IconName; tone: 'neutral' | 'gold' | 'moss' | 'ember' | 'blood' | 'sky' };

export const typeLooks: Record<EventType, Look> = {
  Bossing: { icon: 'skull', tone: 'ember' },
  PvP: { icon: 'swords', tone: 'blood' },
  'Community Game': { icon: 'tankard', tone: 'moss' },
  Questing: { icon: 'grail', tone: 'sky' },
  Skilling: { icon: 'pickaxe', tone: 'neutral' },
  'Mini-game': { icon: 'die', tone: 'moss' },
};

export const originLooks: Record<EventOrigin, Look> = {
  'Staff Event': { icon: 'coronet', tone: 'gold' },
  'Official Community Event': { icon: 'shield', tone: 'gold' },
  'Unofficial Community Event': { icon: 'pennant', tone: 'neutral' },
};
