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

/** What the parts of the server are given; built in main.ts, replaced piecewise in tests. */
export type Deps = {
  config: Config;
  database: Database;
  db: Kysely<Schema>;
  live: Live;
  identity: IdentityProvider;
  /** Sends at once; features use the queue. */
  mailer: Mailer;
  mailQueue: MailQueue;
  media: MediaStore;
  payments: PaymentProvider;
  /** For failures that must not fail the request they happened in. */
  onProblem(what: string, error?: unknown): void;
  /** Undefined where nothing is logged: in most tests and on the command line. */
  log?: FastifyBaseLogger | undefined;
  /** Where the built client lies; undefined where there is none, as in most tests. */
  clientFolder?: string | undefined;
  /** Renders public pages; undefined where they begin with "Loading...", as while developing. */
  renderer?: PageRenderer | undefined;
  /** Shorter in tests. */
  socketTimes?: SocketTimes | undefined;
};
