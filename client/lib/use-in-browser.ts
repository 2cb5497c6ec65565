import { useSyncExternalStore } from 'react';

/** False on the server and during hydration. Show what only the browser knows, such as its time zone, once it is true. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(subscribeToNothing, isTrue, isFalse);
}

/** The time zone for dates: the reader's own (undefined) in the browser, UTC until hydration. */
export function useZone(): 'UTC' | undefined {
  return useInBrowser() ? undefined : 'UTC';
}

function subscribeToNothing(): () => void {
  return () => {};
}

const isTrue = () => true;
const isFalse = () => false;
