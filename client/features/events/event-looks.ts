import type { IconName } from '#client/ui/icon-names.ts';
import type { EventOrigin } from '#shared/event-rules.ts';
import type { EventType } from '#shared/events.ts';

type Look = { icon: IconName; tone: 'neutral' | 'gold' | 'moss' | 'ember' | 'blood' | 'sky' };

export const typeLooks: Record<EventType, Look> = {
  Bossing: { icon: 'boss', tone: 'ember' },
  PvP: { icon: 'skill/attack', tone: 'blood' },
  'Community Game': { icon: 'users', tone: 'moss' },
  Questing: { icon: 'quest', tone: 'sky' },
  Skilling: { icon: 'skill/mining', tone: 'neutral' },
  'Mini-game': { icon: 'skill/agility', tone: 'moss' },
};

export const originLooks: Record<EventOrigin, Look> = {
  'Staff Event': { icon: 'crown', tone: 'gold' },
  'Official Community Event': { icon: 'shield', tone: 'gold' },
  'Unofficial Community Event': { icon: 'users', tone: 'neutral' },
};
