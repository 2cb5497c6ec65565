import { defineSearch, oneOf } from '#client/lib/search.ts';
import type { TextName } from '#shared/texts.ts';

export const adminTextsSearch = defineSearch({
  text: oneOf<TextName>(['terms', 'privacy'], 'terms'),
});
