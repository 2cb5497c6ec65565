import type { IconName } from '#client/ui/icon-names.ts';
import type { NewsCard } from '#shared/news.ts';

export const categoryIcons: Record<NewsCard['category'], IconName> = {
  Community: 'tankard',
  'Game Updates': 'sword',
  'Dev Blogs': 'quill',
  Support: 'aid',
  'Behind The Scenes': 'key',
  'Future Updates': 'hourglass',
  Technical: 'anvil',
  Events: 'gonfalon',
  Website: 'tower',
};
