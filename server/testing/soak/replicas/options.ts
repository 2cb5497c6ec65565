import { parseArgs } from 'node:util';

// npm run soak -- replicas [--seconds 60] [--requests N] [--kills N] [--seed N]

export type Options = {
  /** Undefined where requests or kills decide how long the run lasts. */
  seconds: number | undefined;
  requests: number | undefined;
  kills: number | undefined;
  seed: number;
};

const defaultSeconds = 60;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      requests: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const requests = readCount('requests', values.requests);
  const kills = readCount('kills', values.kills);
  const hasGoal = requests !== undefined || kills !== undefined;
  return {
    requests,
    kills,
    seconds: readCount('seconds', values.seconds) ?? (hasGoal ? undefined : defaultSeconds),
    seed: readCount('seed', values.seed) ?? Math.floor(Math.random() * 1_000_000),
  };
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number.`);
}
