import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { QueryMeta } from '@tanstack/react-query';

import { AppError } from '#shared/errors.ts';

/** The browser's client. The server creates one per page (client/render.tsx). */
export const queryClient = createQueryClient();

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logFailure }),
    defaultOptions: {
      queries: {
        // The live stream invalidates queries when something changes.
        staleTime: 60_000,
        retry: (failures, error) => failures < 2 && isRetryable(error),
      },
    },
  });
}

/** For pages that show nothing when a read fails. */
function logFailure(error: Error, { meta }: { meta: QueryMeta | undefined }): void {
  if (meta?.failure) console.warn(meta.failure, error);
}

/** A failure of the network or the server, which may be over soon. */
export function isRetryable(error: unknown): boolean {
  return error instanceof AppError && (error.status ?? 0) >= 500;
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is logged when the read has failed. */
    queryMeta: { failure?: string };
  }
}
