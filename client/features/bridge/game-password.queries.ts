import { read } from '#client/lib/read.ts';

export const gamePasswordQuery = read('me', 'GET /api/account/game-password', {});
