import type { Kysely, Transaction } from 'kysely';

import type { Tables } from './table-list.ts';

/** A table belongs to the feature, or file of server/lib, whose .tables.ts has it: all may read it, the owner writes it. */
export type Schema = Tables;

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;

/** For work that must be part of a transaction. */
export type Trx = Transaction<Schema>;
