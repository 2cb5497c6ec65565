import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';

import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { Schema } from './db/schema.ts';
import type { IdentityProvider } from './features/identity/identity.ts';
import type { MediaStore } from './features/media/media-store.ts';
import type { PaymentProvider } from './features/payments/payment-provider.ts';
import type { Live } from './lib/live.ts';
import type { MailQueue } from './lib/mail-queue.ts';
import type { Mailer } from './lib/mail.ts';
import type { PageRenderer } from './lib/page-renderer.ts';
import type { SocketTimes } from './plugins/slow-sockets.ts';

/** Dependencies of the server; built in open-deps.ts, partly replaced in tests. */
export type Deps = {
  config: Config;
  database: Database;
  db: Kysely<Schema>;
  live: Live;
  identity: IdentityProvider;
  /** Sends immediately; features use the queue. */
  mailer: Mailer;
  mailQueue: MailQueue;
  media: MediaStore;
  payments: PaymentProvider;
  /** Reports a failure that must not fail the current request. */
  onProblem(what: string, error?: unknown): void;
  /** Undefined in most tests and on the command line. */
  log?: FastifyBaseLogger | undefined;
  /** The built client; undefined in most tests. */
  clientFolder?: string | undefined;
  /** Renders public pages; undefined in development, where they begin with "Loading...". */
  renderer?: PageRenderer | undefined;
  /** Shorter in tests. */
  socketTimes?: SocketTimes | undefined;
};
