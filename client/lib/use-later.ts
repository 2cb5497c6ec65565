import { useEffect, useState } from 'react';

import { whenQuiet } from './when.ts';

/** Loaded when the browser is idle, or at once if needed. Unlike `lazy`, React's limit on placeholders does not delay it. */
export function useLater<T>(load: () => Promise<T>, isNeeded?: boolean): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    const turn = isNeeded ? Promise.resolve() : whenQuiet();
    // Without a connection it stays undefined.
    turn.then(load).then(
      (loaded) => setPart(() => loaded),
      () => {},
    );
  }, [load, isNeeded]);
  return part;
}
