import { defineSearch, id, matching } from '#client/lib/search.ts';

/** `thread=7` opens a thread, `about=purchase:1042` a form about that record. */
export const supportSearch = defineSearch({ thread: id, about: matching(/^\w+:.{1,40}$/) });
