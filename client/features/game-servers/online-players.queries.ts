import { read } from '#client/lib/read.ts';

export const onlinePlayersQuery = read('server', 'GET /api/server/players', {});

/** How many milliseconds the server's clock, in its own time zone, is ahead of the browser's in UTC. */
export const clockQuery = read(
  null,
  'GET /api/server/clock',
  {},
  {
    staleTime: Infinity,
    convert: async (answer) => {
      const { now, utcOffset } = await answer;
      return Date.parse(now) + utcOffset * 60_000 - Date.now();
    },
  },
);

export const visibilityQuery = read('me', 'GET /api/account/visibility', {});
