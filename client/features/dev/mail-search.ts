import { defineSearch, text } from '#client/lib/search.ts';

export const mailSearch = defineSearch({ mail: text() });
