import os from 'node:os';

/** Counts all cores, because PostgreSQL and the browsers are not child processes of the test runner. */
export function countCoreSeconds(): () => number {
  const start = sumBusyMs();
  return () => Math.round((sumBusyMs() - start) / 1000);
}

function sumBusyMs(): number {
  return os
    .cpus()
    .reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
