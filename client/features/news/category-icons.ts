import type { IconName } from '#client/ui/icon-names.ts';
import type { NewsCard } from '#shared/news.ts';

export const categoryIcons: Record<NewsCard['category'], IconName> = {
  Community: 'users',
  'Game Updates': 'quest',
  'Dev Blogs': 'pencil',
  Support: 'shield',
  'Behind The Scenes': 'eye',
  'Future Updates': 'clock',
  Technical: 'settings',
  Events: 'calendar',
  Website: 'link',
};
