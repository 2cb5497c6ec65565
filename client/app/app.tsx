import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';

import type { SiteRouter } from '#client/app/router.tsx';
import { FirstRenderTime } from '#client/lib/first-render-time.ts';
import { Site, siteQuery } from '#client/lib/site.ts';
import { DialogHost } from '#client/ui/overlay/dialog-service.tsx';
import { Toasts } from '#client/ui/overlay/toast.tsx';

type Props = {
  router: SiteRouter;
  queries: QueryClient;
  /** When the server rendered the first HTML; 0 if it only says "Loading...". */
  renderedAt: number;
  /** Called once the event handlers are attached. */
  onInteractive?: () => void;
};

/** The root component, in the browser (client/start.tsx) and on the server (client/render.tsx). */
export function App({ router, queries, renderedAt, onInteractive }: Props) {
  const { data: site } = useQuery(siteQuery, queries);
  useEffect(() => onInteractive?.(), [onInteractive]);
  return (
    <StrictMode>
      <FirstRenderTime value={renderedAt}>
        <QueryClientProvider client={queries}>
          <Site value={site}>
            <RouterProvider router={router} />
            <DialogHost />
            <Toasts />
          </Site>
        </QueryClientProvider>
      </FirstRenderTime>
    </StrictMode>
  );
}
