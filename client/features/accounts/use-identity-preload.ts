import { useEffect } from 'react';

import { loadIdentity } from './identity.ts';

/** Loads the SDK when a field gets the focus. Loading it with the page would block a slow phone. */
export function useIdentityPreload(): void {
  useEffect(() => {
    const load = () => void loadIdentity();
    if (document.activeElement instanceof HTMLInputElement) load();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);
}
