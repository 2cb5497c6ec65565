import type { FastifyBaseLogger } from 'fastify';

import { createLogger } from '#server/lib/logger.ts';

/** A log of warnings and errors, as production writes it, kept line by line. */
export async function createTestLog(): Promise<{ log: FastifyBaseLogger; logged: string[] }> {
  const logged: string[] = [];
  const settings = { isProduction: true, logLevel: 'warn' } as const;
  const log = await createLogger(settings, { write: (line) => void logged.push(line) });
  return { log, logged };
}
