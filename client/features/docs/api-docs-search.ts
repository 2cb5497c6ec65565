import { defineSearch, text } from '#client/lib/search.ts';

export const apiDocsSearch = defineSearch({ q: text() });
