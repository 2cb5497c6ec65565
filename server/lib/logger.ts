import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { DestinationStream } from 'pino';

import type { Config } from '../config.ts';
import { describeError } from './describe-error.ts';

/** JSON in production, readable lines elsewhere. Synchronous, so that the last lines are not lost at the end. */
export async function createLogger(
  config: Pick<Config, 'isProduction' | 'logLevel'>,
  destination?: DestinationStream,
): Promise<FastifyBaseLogger> {
  const options = {
    level: config.logLevel,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  const stream = config.isProduction
    ? batchLines(destination ?? pino.destination({ sync: true }))
    : await createReadableStream(destination);
  const log: FastifyBaseLogger = pino(options, stream);
  return log;
}

const warning = 40;
const maxBatch = 16_384;

/** Writes the lines of each log that has some. */
const waiting = new Set<() => void>();
process.on('exit', () => {
  for (const flush of waiting) flush();
});

/** The lines of one turn together: a system call for each takes longer than all else. Warnings are written at once. */
function batchLines(destination: DestinationStream): DestinationStream {
  let lines = '';
  function flush(): void {
    waiting.delete(flush);
    if (lines === '') return;
    const written = lines;
    lines = '';
    destination.write(written);
  }
  return {
    // Makes pino set lastLevel before it writes.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      if (lines === '') {
        waiting.add(flush);
        setImmediate(flush);
      }
      lines += line;
      if (this.lastLevel >= warning || lines.length > maxBatch) flush();
    },
  } as DestinationStream & { lastLevel: number };
}

/** Not pino-pretty's own stream: it writes asynchronously, so its lines would mix with console.log. */
async function createReadableStream(
  destination: DestinationStream = process.stdout,
): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    translateTime: 'HH:MM:ss',
    ignore: 'pid,hostname',
    colorize: destination === process.stdout && process.stdout.hasColors?.(),
  });
  return { write: (line) => destination.write(format(line)) };
}
