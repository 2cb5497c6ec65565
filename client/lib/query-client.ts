import { QueryClient } from '@tanstack/react-query';

import { AppError } from '#shared/errors.ts';

/** The browser's. On the server every page has its own (client/render.tsx). */
export const queryClient = createQueryClient();

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The live stream says when something changed; until then what we have is current.
        staleTime: 60_000,
        retry: (failures, error) => failures < 2 && isWorthRepeating(error),
      },
    },
  });
}

function isWorthRepeating(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500;
}
