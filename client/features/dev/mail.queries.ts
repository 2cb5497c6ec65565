import { read } from '#client/lib/read.ts';

// No live topic announces new emails, so poll.
export const devMailQuery = read(
  null,
  'GET /api/dev/mail',
  {},
  {
    staleTime: 0,
    refetchInterval: 4_000,
  },
);
