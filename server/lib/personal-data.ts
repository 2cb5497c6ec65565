import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db, Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/**
 * What a feature knows about the data of one account. The owner of a table says here what the account's
 * download contains of it. server/personal-data.test.ts fails if a table with a column about accounts is
 * missing.
 */
export type PersonalData = {
  parts?: PersonalDataPart[];
  /** Tables that are not part of the download, with the reason. */
  notExported?: Partial<Record<keyof Schema, string>>;
};

export type PersonalDataPart = {
  /** The heading in the download. */
  title: string;
  tables: (keyof Schema)[];
  read(db: Db, owner: DataOwner, reader: DataReader): Promise<object[]>;
  /** Files that the rows refer to. */
  readFiles?(deps: Pick<Deps, 'db' | 'media'>, owner: DataOwner): Promise<DataFile[]>;
};

/** The account. Some tables know players only by their name, others only by their email address. */
export type DataOwner = {
  id: number;
  username: string;
  usernameKey: string;
  email: string;
  /** The user at the identity provider. */
  uid: string;
};

/** Who gets the download. Votes are secret, also from admins. */
export type DataReader = 'owner' | 'admin';

export type DataFile = { name: string; bytes: Buffer };

/** Secrets and their hashes must not be selected, and nothing about other players. */
export function readRows(
  query: (owner: DataOwner) => RawBuilder<object>,
): PersonalDataPart['read'] {
  return async (db, owner) => (await query(owner).execute(db)).rows;
}

/** Whether a text is the name in any spelling; see `toUsernameKey`. */
export function isNameOf(text: string, { usernameKey }: DataOwner): RawBuilder<boolean> {
  return sql`trim(regexp_replace(lower(${sql.raw(text)}), '[ _-]+', ' ', 'g')) = ${usernameKey}`;
}
