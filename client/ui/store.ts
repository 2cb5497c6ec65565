type Store<T> = {
  get: () => T;
  set: (change: (value: T) => T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A minimal store for `useSyncExternalStore` that can be changed from anywhere. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(change) {
      value = change(value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
