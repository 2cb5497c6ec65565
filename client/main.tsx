import '#client/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { isNotFound, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { router } from '#client/app/router.tsx';
import { connectLive } from '#client/lib/live.ts';
import { loadPageData } from '#client/lib/page-data.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { checkFirstSession } from '#client/lib/session.ts';
import { DialogHost } from '#client/ui/dialog-service.tsx';
import { ToastHost } from '#client/ui/toast.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

loadPageData();
// Until the first session check is done the page keeps what its HTML says: "Loading...".
await checkFirstSession();

createRoot(root, { onCaughtError: reportCaught }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <DialogHost />
      <ToastHost />
    </QueryClientProvider>
  </StrictMode>,
);
connectLive();

/** A page that finds nothing says so by throwing; the router shows it, and nothing has gone wrong. */
function reportCaught(error: unknown): void {
  if (!isNotFound(error)) console.error(error);
}
