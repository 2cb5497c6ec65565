import type { FastifyBaseLogger } from 'fastify';

import { createLogger } from '#server/lib/logger.ts';

/** A production log of warnings and errors that collects its lines. */
export async function createTestLog(): Promise<{ log: FastifyBaseLogger; logged: string[] }> {
  const logged: string[] = [];
  const settings = { isProduction: true, logLevel: 'warn' } as const;
  const log = await createLogger(settings, { write: (line) => void logged.push(line) });
  return { log, logged };
}
