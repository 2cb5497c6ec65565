import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { DestinationStream } from 'pino';

import type { Config } from '../config.ts';
import { describeError } from './describe-error.ts';

/**
 * JSON, one object per line, in production; readable lines elsewhere. Both write synchronously, so
 * that lines keep their order and the last ones are not lost when the process ends.
 */
export async function createLogger(
  config: Pick<Config, 'isProduction' | 'logLevel'>,
  destination?: DestinationStream,
): Promise<FastifyBaseLogger> {
  const options = {
    level: config.logLevel,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  const stream = config.isProduction
    ? (destination ?? pino.destination({ sync: true }))
    : await createReadableStream(destination);
  const log: FastifyBaseLogger = pino(options, stream);
  return log;
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
