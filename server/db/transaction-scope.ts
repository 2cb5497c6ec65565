import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Marks everything that `work` awaits as running inside a transaction. */
export async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

export function isInsideTransaction(): boolean {
  return scopes.getStore()?.isOpen ?? false;
}
