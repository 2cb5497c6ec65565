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

/** Refuses a query outside of the open transaction: it would wait forever on one connection, or deadlock a full pool. */
export function assertOutsideTransaction(): void {
  if (!isInsideTransaction()) return;
  throw new Error('Inside a transaction use its `trx`: `db` would use a second connection.');
}

export function isInsideTransaction(): boolean {
  return scopes.getStore()?.isOpen ?? false;
}
