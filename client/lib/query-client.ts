import { QueryClient } from '@tanstack/react-query';

import { AppError } from '#shared/errors.ts';

/** The browser's client. The server creates one per page (client/render.tsx). */
export const queryClient = createQueryClient();

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The live stream invalidates queries when something changes.
        staleTime: 60_000,
        retry: (failures, error) => failures < 2 && isRetryable(error),
      },
    },
  });
}

function isRetryable(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500;
}
