import { useSyncExternalStore } from 'react';

/**
 * False in the first HTML and while the browser takes it over, true ever after. What only the browser
 * knows (its zone, its address, what it has stored) is shown once this is true.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(subscribeToNothing, isTrue, isFalse);
}

/** The zone to write dates in: undefined, the reader's own; UTC as long as the reader is not known. */
export function useZone(): 'UTC' | undefined {
  return useInBrowser() ? undefined : 'UTC';
}

function subscribeToNothing(): () => void {
  return () => {};
}

const isTrue = () => true;
const isFalse = () => false;
