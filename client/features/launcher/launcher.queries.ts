import { read } from '#client/lib/read.ts';

export const launcherQuery = read('site', 'GET /api/launcher', {});
