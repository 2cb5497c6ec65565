import type { FastifyBaseLogger } from 'fastify';

import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Db } from './db/schema.ts';
import type { PaymentProvider } from './features/payments/payment-provider.ts';
import type { SiteBrand } from './lib/brand.ts';
import type { Live } from './lib/data/live.ts';
import type { MediaStore } from './lib/files/media-store.ts';
import type { IdentityProvider } from './lib/identity-provider.ts';
import type { MailQueue } from './lib/mail/mail-queue.ts';
import type { Mailer } from './lib/mail/mail.ts';
import type { PageRenderer } from './lib/pages/page-renderer.ts';

/** Dependencies of the server; built in open-deps.ts, partly replaced in tests. */
export type Deps = {
  config: Config;
  database: Database;
  db: Db;
  live: Live;
  /** The name of the site and its appearance, as the owner published them. */
  brand: SiteBrand;
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
  /** Waits before the answer to an attempt that is slowed down; replaced in tests. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** Shorter in tests. */
  socketTimes?: SocketTimes | undefined;
};

/** Limits for slow connections (plugins/slow-sockets.ts), in milliseconds. */
export type SocketTimes = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headers: number;
  /** The same, to the end of the body. */
  request: number;
  /** How often Node.js checks for connections that exceed either. */
  check: number;
  /** How long a client may leave sent data unread. */
  stalled: number;
};
