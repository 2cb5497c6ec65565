import { defineSearch, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';

export const authSearch = defineSearch({ redirect: text() });
export type AuthSearch = SearchOf<typeof authSearch>;

/** The name to claim, then the secret of its claim. */
export const claimSearch = defineSearch({ name: text(12), claim: text() });

/** The code in an emailed link. */
export const emailLinkSearch = defineSearch({ oobCode: text() });
