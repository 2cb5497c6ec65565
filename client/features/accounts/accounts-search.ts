import { defineSearch, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';

/** Where to go after signing in. */
export const authSearch = defineSearch({ redirect: text() });
export type AuthSearch = SearchOf<typeof authSearch>;

/** The code in an emailed link. */
export const emailLinkSearch = defineSearch({ oobCode: text() });
