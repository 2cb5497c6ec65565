import { useEffect, useState } from 'react';

import { whenIdle, whenLoaded } from './when.ts';

/**
 * A module that is loaded when the browser is idle, or at once if it is needed; undefined until then. Unlike
 * `lazy`, it does not wait for React's limit on how often placeholders may change.
 */
export function useLater<T>(load: () => Promise<T>, isNeeded?: boolean): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    const turn = isNeeded ? Promise.resolve() : whenLoaded().then(() => whenIdle(2000));
    // Without a connection it stays undefined.
    turn.then(load).then(
      (loaded) => setPart(() => loaded),
      () => {},
    );
  }, [load, isNeeded]);
  return part;
}
