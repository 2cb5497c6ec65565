import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db, Schema, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

/** The part of a feature's tables that a download has and a deletion removes. Tests fail if a table is missing. */
export type PersonalData = {
  parts?: PersonalDataPart[];
  /** Tables that are not part of the download, with the reason. */
  notExported?: Partial<Record<keyof Schema, string>>;
  /** Tables whose rows with the account's `account_id` are deleted with it. */
  deletes?: AccountTable[];
  /** Columns with names of players, which become `deletedName`. */
  names?: Column[];
  /** After the account was made anonymous; `owner` has the old name. Not needed for columns with the account's id. */
  erase?(trx: Trx, owner: DataOwner): Promise<void>;
};

type Tables = { [Table in keyof Schema]: keyof Schema[Table] & string };
type Column = { [Table in keyof Tables]: `${Table}.${Tables[Table]}` }[keyof Tables];
type AccountTable = {
  [Table in keyof Tables]: 'account_id' extends Tables[Table] ? Table : never;
}[keyof Tables];

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

type RowOptions = {
  /** The property of the account that the column has. A name may be in any spelling. */
  by?: 'id' | 'uid' | 'name';
  /** By default the first of the columns. */
  orderBy?: string;
};

/** `of` is the column that says whose row it is. Never select secrets, hashes or anything about other players. */
export function ownRows(
  title: string,
  of: Column,
  columns: string,
  { by = 'id', orderBy = '1' }: RowOptions = {},
): PersonalDataPart {
  const { table, column } = split(of);
  return sqlRows(title, [table], (owner) => {
    const isOwn = by === 'name' ? isNameOf(column, owner) : sql`${sql.ref(column)} = ${owner[by]}`;
    return sql`
      select ${sql.raw(columns)} from ${sql.table(table)} where ${isOwn} order by ${sql.raw(orderBy)}`;
  });
}

export async function erasePersonalData(
  trx: Trx,
  { deletes = [], names = [], ...data }: PersonalData,
  owner: DataOwner,
): Promise<void> {
  for (const table of deletes) {
    await sql`delete from ${sql.table(table)} where account_id = ${owner.id}`.execute(trx);
  }
  for (const { table, column } of names.map(split)) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${deletedName}
      where ${isNameOf(column, owner)}`.execute(trx);
  }
  await data.erase?.(trx, owner);
}

function split(name: Column): { table: keyof Schema; column: string } {
  const [table, column = ''] = name.split('.');
  // The cast is safe: see Column.
  return { table: table as keyof Schema, column };
}

/** For rows that `ownRows` cannot read. The same must not be selected. */
export function sqlRows(
  title: string,
  tables: (keyof Schema)[],
  query: (owner: DataOwner) => RawBuilder<object>,
): PersonalDataPart {
  return { title, tables, read: readRows(query) };
}

export function readRows(
  query: (owner: DataOwner) => RawBuilder<object>,
): PersonalDataPart['read'] {
  return async (db, owner) => (await query(owner).execute(db)).rows;
}

/** Whether a text is the name in any spelling; see `toUsernameKey`. */
export function isNameOf(text: string, { usernameKey }: DataOwner): RawBuilder<boolean> {
  return sql`trim(regexp_replace(lower(${sql.raw(text)}), '[ _-]+', ' ', 'g')) = ${usernameKey}`;
}

/** The name of a deleted account. No name or address can contain a colon. */
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
