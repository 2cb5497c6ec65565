import { defineSearch, pageNumber, text } from '#client/lib/search.ts';
import type { Param } from '#client/lib/search.ts';

const skill: Param<string> = { read: text(30).read, fallback: 'Overall' };

export const seasonSearch = defineSearch({
  skill,
  page: pageNumber(20),
});
