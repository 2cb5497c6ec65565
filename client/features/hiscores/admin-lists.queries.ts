import { read } from '#client/lib/read.ts';

export const modesQuery = read('admin', 'GET /api/admin/hiscores/modes', {});

export const countersQuery = read('admin', 'GET /api/admin/hiscores/counters', {});

export const unknownQuery = read('admin', 'GET /api/admin/hiscores/unknown', {});
