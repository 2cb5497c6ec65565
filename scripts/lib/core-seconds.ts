import os from 'node:os';

/**
 * Counts what all cores of the machine work from now on, because PostgreSQL and the browsers are not child
 * processes of the test runner. The returned function tells the seconds so far.
 */
export function countCoreSeconds(): () => number {
  const start = sumBusyMs();
  return () => Math.round((sumBusyMs() - start) / 1000);
}

function sumBusyMs(): number {
  return os
    .cpus()
    .reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
