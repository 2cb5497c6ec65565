import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db, Schema, Trx } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/**
 * What a feature knows about the data of one account. The owner of a table says here what the account's
 * download contains of it, and removes the data when the account is deleted. The tests of personal-data fail if a
 * table with a column about accounts is missing, or if a name is left after a deletion.
 */
export type PersonalData = {
  parts?: PersonalDataPart[];
  /** Tables that are not part of the download, with the reason. */
  notExported?: Partial<Record<keyof Schema, string>>;
  /**
   * Removes the data in the transaction of the deletion, after the account was made anonymous. `owner` still has
   * the old name and address. Not needed for columns that refer to the account by its id.
   */
  erase?(trx: Trx, owner: DataOwner): Promise<void>;
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

/** What replaces a deleted account. No name or address can contain a colon. */
export function forgottenAs({ id }: Pick<DataOwner, 'id'>): { name: string; key: string } {
  return { name: deletedName, key: `deleted:${id}` };
}

export const deletedName = 'Deleted player';

/** The text without the name, in any spelling, and the email address. */
export function forgetInText(text: string, owner: DataOwner): RawBuilder<string> {
  const { name, email } = patternsOf(owner);
  return sql`forget_in_text(${sql.raw(text)}, ${name}, ${email}, ${deletedName})`;
}

/** With `isAboutOwner`, every email address is removed: an entry may have an earlier one. */
export function forgetInJson(
  json: string,
  owner: DataOwner,
  isAboutOwner: RawBuilder<boolean> = sql`false`,
): RawBuilder<string> {
  const { name, email } = patternsOf(owner);
  return sql`forget_in_json(${sql.raw(json)}, ${name},
    case when ${isAboutOwner} then ${anyEmail} else ${email} end, ${deletedName})`;
}

/** Whether one of the values in the JSON is the name. A name can be a common word, so it must be the whole value. */
export function hasNameInJson(json: string, { usernameKey }: DataOwner): RawBuilder<boolean> {
  const pattern = `^${usernameKey.replaceAll(' ', '[ _-]+')}$`;
  const path = `$.** ? (@.type() == "string" && @ like_regex "${pattern}" flag "i")`;
  return sql`coalesce(jsonb_path_exists(${sql.raw(json)}, ${path}::jsonpath), false)`;
}

export function hasEmailIn(text: string, owner: DataOwner): RawBuilder<boolean> {
  return sql`coalesce(${sql.raw(text)} ~* ${patternsOf(owner).email}, false)`;
}

const anyEmail = String.raw`[^\s"<>@]+@[^\s"<>@]+`;

/** Names consist of letters, digits and single spaces, so only the address must be escaped. */
function patternsOf({ usernameKey, email }: DataOwner): { name: string; email: string } {
  const name = usernameKey.replaceAll(' ', '[ _-]+');
  const address = email.toLowerCase().replaceAll(/[^a-z0-9]/g, String.raw`\$&`);
  return {
    name: `(?<![a-z0-9])${name}(?![a-z0-9])`,
    email: String.raw`(?<![a-z0-9.+_-])${address}(?![a-z0-9-])`,
  };
}
