import type { Kysely, Transaction } from 'kysely';

import type { Tables } from './table-list.ts';

/**
 * Every table and view. A table belongs to the feature, or the file of server/lib, whose .tables.ts
 * describes it: any query may read it, only the owner writes it.
 */
export type Schema = Tables;

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;

/** For work that must be part of a transaction. */
export type Trx = Transaction<Schema>;
