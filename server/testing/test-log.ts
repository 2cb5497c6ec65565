import type { FastifyBaseLogger } from 'fastify';

import { createLogger } from '#server/lib/logger.ts';

/** A production log that collects its lines. */
export async function createTestLog(
  logLevel: 'warn' | 'info' = 'warn',
): Promise<{ log: FastifyBaseLogger; logged: string[] }> {
  const logged: string[] = [];
  const settings = { isProduction: true, logLevel } as const;
  const log = await createLogger(settings, { write: (line) => void logged.push(line) });
  return { log, logged };
}
