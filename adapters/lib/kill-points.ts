/** Where tests kill the process with SIGKILL, as in a power failure: no handler runs and nothing is flushed. */
const killPoints = [
  'claimed',
  'applied',
  'writing',
  'written',
  'persisted',
  'acknowledged',
  // A command was written down, and it has run.
  'noted',
  'ran',
] as const;
export type KillPoint = (typeof killPoints)[number];

export type ReachPoint = (point: KillPoint) => void;

export const neverKilled: ReachPoint = () => {};

/** `KILL_AT=persisted` kills the first time, `KILL_AT=persisted:3` the third time. */
export function createKillPoints(killAt: string | undefined): ReachPoint {
  if (!killAt) return neverKilled;
  const [name, count = '1'] = killAt.split(':');
  let left = Number(count);
  return (point) => {
    if (point !== name) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
