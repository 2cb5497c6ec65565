/** When it is on the site of the pictures. */
export const start = Date.parse('2026-11-20T18:24:00Z');
