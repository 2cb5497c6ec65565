import { useEffect, useState } from 'react';

/** Whole seconds left. Computed from a deadline, because browsers throttle timers in hidden tabs. */
export function useCountdown(seconds: number): { left: number; start: () => void } {
  const [deadline, setDeadline] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (deadline === 0) return undefined;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) setDeadline(0);
    }, 200);
    return () => clearInterval(timer);
  }, [deadline]);
  return {
    left,
    start() {
      setDeadline(Date.now() + seconds * 1000);
      setLeft(seconds);
    },
  };
}
