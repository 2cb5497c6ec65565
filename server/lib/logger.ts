import type { FastifyLoggerOptions } from 'fastify';
import type { LoggerOptions } from 'pino';

import type { Config } from '../config.ts';

/** JSON in production, readable lines elsewhere; never a cookie, token or password. */
export function loggerOptions(config: Config): false | (FastifyLoggerOptions & LoggerOptions) {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'res.headers["set-cookie"]',
        '*.password',
        '*.idToken',
        '*.token',
        '*.oobCode',
      ],
      censor: '[secret]',
    },
    // Query strings can hold reset codes: the log gets the path alone.
    serializers: {
      req: ({ method, url, id, ip }) => ({ method, path: url.split('?')[0], id, ip }),
    },
    ...(!config.isProduction && {
      transport: {
        target: 'pino-pretty',
        options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' },
      },
    }),
  };
}
