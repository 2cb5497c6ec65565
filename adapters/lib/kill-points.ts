/**
 * Where a delivery can be interrupted. Tests let the process end itself there, as hard as a power
 * failure would: no handler runs, nothing is flushed.
 */
const killPoints = [
  'claimed',
  'applied',
  'writing',
  'written',
  'persisted',
  'acknowledged',
] as const;
export type KillPoint = (typeof killPoints)[number];

export type ReachPoint = (point: KillPoint) => void;

export const neverKilled: ReachPoint = () => {};

/** `KILL_AT=persisted` or, for the third time it gets there, `KILL_AT=persisted:3`. */
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
