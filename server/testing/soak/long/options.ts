import { parseArgs } from 'node:util';

// npm run soak -- long [--minutes 60] [--embedded] [--seed N]

export type Options = { minutes: number; embedded: boolean; seed: number };

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      embedded: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
  });
  const minutes = Number(values.minutes);
  // A settled measurement takes about 15 seconds, and there are twelve of them.
  if (!(minutes >= 6 && minutes <= 10_080)) throw new Error('--minutes must be from 6 to 10080.');
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  return { minutes, embedded: values.embedded, seed };
}
