// Runs before every test file. A worker runs several files with the same document and the same modules
// (`isolate: false`), so whatever a test can change is reset here.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

import { clearSession } from '#client/lib/log-out.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { takeSignOutReason } from '#client/lib/session.ts';
import { siteQuery, visit } from '#client/lib/site.ts';
import { queue } from '#client/ui/overlay/dialog-service.tsx';
import { toasts } from '#client/ui/overlay/toast.tsx';

import { fillBrowserGaps, streams } from './browser-gaps.ts';
import { fakeFetch, resetFakeFetch } from './fake-fetch.ts';
import { makeTestSite, testVisit } from './test-site.ts';

/** jsdom does not know the element <search>, and React says so once. */
const ofJsdom = /The tag <%s> is unrecognized in this browser.* search/;

if (!('showModal' in HTMLDialogElement.prototype)) fillBrowserGaps();
resetSite();
configure({
  // Only ends tests that hang.
  asyncUtilTimeout: 60_000,
  // The body has no scripts and styles that getByText would have to leave out.
  defaultIgnore: '',
  // Without the whole document in every error.
  getElementError: (message) => new Error(message ?? 'Not found'),
});
const { queries } = queryClient.getDefaultOptions();
// Retries as in the browser, but without waiting a second before each.
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });

// Also between tests: the identity provider's SDK keeps the function that it finds when it is imported.
globalThis.fetch = fakeFetch as typeof fetch;

beforeEach(() => {
  // Warnings are for the log of the browser; a test that is about one looks at this spy.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // A test that expects an error checks this spy and clears it.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  // A page that was still loading sends its first requests now, not in the next test.
  await vi.dynamicImportSettled();
  // oxlint-disable-next-line typescript/unbound-method -- a spy
  const errors = vi.mocked(console.error).mock.calls.map((args) => args.map(String).join(' '));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queue.set(() => []);
  toasts.set(() => []);
  // A test may end while it logs out.
  clearSession();
  queryClient.clear();
  takeSignOutReason();
  resetSite();
  streams.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  document.body.replaceChildren();
  const requests = resetFakeFetch();
  failIfAny('Requests without an answer', requests);
  failIfAny(
    'console.error was called',
    errors.filter((text) => !ofJsdom.test(text)),
  );
});

function resetSite(): void {
  queryClient.setQueryData(siteQuery.queryKey, makeTestSite());
  Object.assign(visit, testVisit);
}

function failIfAny(what: string, found: string[]): void {
  if (found.length > 0) throw new Error(`${what}:\n${found.join('\n')}`);
}
