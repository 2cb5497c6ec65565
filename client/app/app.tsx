import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';

import type { SiteRouter } from '#client/app/router.tsx';
import { FirstMoment } from '#client/lib/use-now.ts';
import { DialogHost } from '#client/ui/dialog-service.tsx';
import { ToastHost } from '#client/ui/toast.tsx';

type Props = {
  router: SiteRouter;
  queries: QueryClient;
  /** When the first HTML was made; 0 where it holds nothing but "Loading...". */
  madeAt: number;
  /** Called once the page hears what is pressed. */
  onAlive?: () => void;
};

/** All there is on a page, in the browser (client/start.tsx) and on the server (client/render.tsx). */
export function App({ router, queries, madeAt, onAlive }: Props) {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <StrictMode>
      <FirstMoment value={madeAt}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <DialogHost />
          <ToastHost />
        </QueryClientProvider>
      </FirstMoment>
    </StrictMode>
  );
}
