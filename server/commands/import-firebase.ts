import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { importAccounts } from '#server/features/accounts/import-accounts.service.ts';
import type { AccountsImport } from '#server/features/accounts/import-accounts.service.ts';
import { importPicture } from '#server/features/media/media.service.ts';
import { imposeSanction } from '#server/features/sanctions/sanctions.service.ts';
import { openBalances } from '#server/features/wallet/opening-balances.service.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { findImported } from '#server/lib/data/imported-records.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { textOf } from './command.ts';
import type { Command, CommandInput } from './command.ts';
import { toSourceId } from './import/firebase/import-all.ts';
import type { ContentReport } from './import/firebase/import-all.ts';
import {
  importEvents,
  importItems,
  importPolls,
  importPosts,
} from './import/firebase/import-content.ts';
import type { ImportedPeople } from './import/firebase/import-content.ts';
import { joinUsers } from './import/firebase/join-users.ts';
import type { JoinedUsers, MovedUser } from './import/firebase/join-users.ts';
import { readAuthUsers } from './import/firebase/read-auth-users.ts';
import type { AuthUser } from './import/firebase/read-auth-users.ts';
import { listExport, readCollection } from './import/firebase/read-collection.ts';
import type { Document } from './import/firebase/read-collection.ts';
import { readHashConfig } from './import/firebase/read-hash-config.ts';
import { readText } from './import/firebase/read-values.ts';
import { openStoragePictures } from './import/firebase/storage-pictures.ts';
import type { StoragePictures } from './import/firebase/storage-pictures.ts';
import { dryRun, explainWaiting, printSkipped, runImport } from './import/run-import.ts';
import { drawBar } from './progress.ts';
import type { Terminal } from './terminal.ts';

export const importFirebase: Command = {
  name: 'import firebase',
  summary: 'Import accounts and content of a site that stores them in Firebase.',
  options: {
    auth: { type: 'string', about: 'the file that `firebase auth:export` wrote' },
    'hash-config': { type: 'string', about: 'a file with the password hash parameters' },
    firestore: { type: 'string', about: 'a folder with one JSON file per collection' },
    files: { type: 'string', about: 'a folder with a copy of the storage, for pictures' },
    'dry-run': dryRun,
  },
  notes: [
    'Collections: users, shop, news_posts, polls and events, each as NAME.json or NAME.jsonl; users is',
    'required. docs/moving-in.md says how to export them. With IDENTITY=firebase the passwords stay at',
    'Firebase and --hash-config is not needed. Everything is imported in one transaction; what cannot be',
    'imported is reported with the reason and skipped. It can be repeated.',
  ],
  async run({ options }, { terminal, withDeps }) {
    const isDryRun = options['dry-run'] === true;
    const source = await readExport(options);
    await withDeps(async (deps) => {
      const people = await joinExport(deps, source, textOf(options['hash-config']));
      const pictures = openStoragePictures(deps, { folder: textOf(options.files), isDryRun });
      await preparePictures(deps, { source, pictures, terminal });
      const report = await runImport(
        deps.db,
        (trx) => importEverything(deps, trx, { source, people, pictures, terminal }),
        { isDryRun },
      );
      print(terminal, { deps, people, report, isDryRun });
    });
  },
};

type Collections = Record<'users' | 'shop' | 'news_posts' | 'polls' | 'events', Document[]>;
type Export = { authUsers: AuthUser[]; collections: Collections };

async function readExport(options: CommandInput['options']): Promise<Export> {
  const [auth, folder] = [textOf(options.auth), textOf(options.firestore)];
  if (!auth || !folder) throw new StartupError('Pass --auth FILE and --firestore FOLDER.');
  const files = textOf(options.files);
  if (files) await listExport(files);
  const authUsers = await readAuthUsers(auth);
  const names = await listExport(folder);
  const read = (name: string) => readCollection(folder, name, names);
  const users = await read('users');
  if (!users) throw new StartupError(`${folder} has no users.json or users.jsonl.`);
  const collections = {
    users,
    shop: (await read('shop')) ?? [],
    news_posts: (await read('news_posts')) ?? [],
    polls: (await read('polls')) ?? [],
    events: (await read('events')) ?? [],
  };
  return { authUsers, collections };
}

async function joinExport(
  { identity }: Deps,
  { authUsers, collections }: Export,
  hashConfig: string | undefined,
): Promise<JoinedUsers> {
  const keepsPasswords = identity.name === 'firebase';
  const hasPasswords = authUsers.some(({ passwordHash }) => passwordHash !== '');
  if (!keepsPasswords && hasPasswords && !hashConfig) {
    throw new StartupError('The users have passwords: pass --hash-config FILE.');
  }
  const parameters = hashConfig ? await readHashConfig(hashConfig) : undefined;
  return joinUsers(authUsers, collections.users, keepsPasswords ? undefined : parameters);
}

type Work = { source: Export; pictures: StoragePictures; terminal: Terminal };

/** Before the transaction, because it takes long: the import then finds every picture prepared. */
async function preparePictures(
  { db }: Deps,
  { source: { collections }, pictures, terminal }: Work,
): Promise<void> {
  const [items, posts] = [await findImported(db, 'shop'), await findImported(db, 'news')];
  const ignore = () => {};
  const tasks = [
    ...collections.shop
      .filter((document) => !items.has(toSourceId(document)))
      .map(
        ({ data }) =>
          () =>
            pictures.find(readText(data.image), ignore),
      ),
    ...collections.news_posts
      .filter((document) => !posts.has(toSourceId(document)))
      .flatMap(({ data }) => [
        () => pictures.find(readText(data.displayImage), ignore),
        () => pictures.replaceIn(readText(data.content), ignore),
      ]),
  ];
  for (const [at, task] of tasks.entries()) {
    terminal.showProgress?.(`${drawBar(at / tasks.length)} pictures`);
    await task();
  }
}

type Report = {
  accounts: AccountsImport;
  bans: number;
  balances: { players: number; coins: number };
  content: Record<string, ContentReport>;
};

async function importEverything(
  deps: Deps,
  trx: Trx,
  {
    source: { collections },
    people: { users },
    pictures,
    terminal,
  }: Work & { people: JoinedUsers },
): Promise<Report> {
  const accounts = await importAccounts(
    deps,
    trx,
    users.map(({ account }) => account),
    {
      actor: commandLine,
      source: 'firebase',
      onProgress: (share) => terminal.showProgress?.(`${drawBar(share)} accounts`),
    },
  );
  const bans = await banDisabled(deps, trx, { users, accounts });
  const balances = await openBalances(trx, listBalances(users, accounts), 'Coins of the old site');
  for (const picture of pictures.stored.values()) await importPicture(trx, picture);
  const context = { deps, trx, people: findPeople(users, accounts), pictures };
  const content = {
    shop: await importItems(context, collections.shop),
    news: await importPosts(context, collections.news_posts),
    polls: await importPolls(context, collections.polls),
    events: await importEvents(context, collections.events),
  };
  for (const [topic, { imported }] of Object.entries(content)) {
    if (imported === 0) continue;
    const entry = { action: `${topic}/imported`, subject: 'firebase', after: { imported } };
    await recordAudit(trx, { actor: commandLine, ...entry });
    await deps.live.publish(trx, { topic: topic as 'shop' | 'news' | 'polls' | 'events' });
  }
  if (balances.players > 0) {
    const entry = { action: 'wallet/opened', subject: 'firebase', after: balances };
    await recordAudit(trx, { actor: commandLine, ...entry });
  }
  return { accounts, bans, balances, content };
}

const disabledReason = 'Disabled on the old site';

/** A ban, because an admin sees it and can lift it. Only with this run: a ban that was lifted since stays lifted. */
async function banDisabled(
  deps: Deps,
  trx: Trx,
  { users, accounts: { imported } }: { users: readonly MovedUser[]; accounts: AccountsImport },
): Promise<number> {
  const disabled = new Set(
    users.filter(({ isDisabled }) => isDisabled).map(({ account }) => account.uid),
  );
  const banned = imported.filter(({ uid }) => disabled.has(uid));
  for (const { id: accountId } of banned) {
    const ban = { accountId, kind: 'ban', source: 'site', expiresAt: null } as const;
    const by = { issuedBy: 'import', actor: commandLine };
    await imposeSanction(deps, trx, { ...ban, ...by, reason: disabledReason });
  }
  if (banned.length > 0) {
    const after = { accounts: banned.length, reason: disabledReason };
    const entry = { action: 'accounts/banned', subject: 'firebase', after };
    await recordAudit(trx, { actor: commandLine, ...entry });
  }
  return banned.length;
}

function listBalances(users: readonly MovedUser[], { imported, known }: AccountsImport) {
  const idOf = new Map([...imported, ...known].map(({ uid, id }) => [uid, id]));
  return users.flatMap(({ account: { uid }, coins }) => {
    const accountId = idOf.get(uid);
    if (accountId === undefined || coins === 0) return [];
    return [{ accountId, ref: `firebase:${uid}`, amount: coins }];
  });
}

/** Not other accounts of this site: a stranger may have registered a name of the old one. */
function findPeople(
  users: readonly MovedUser[],
  { imported, known }: AccountsImport,
): ImportedPeople {
  const isNew = new Set(imported.map(({ id }) => id));
  const idOf = new Map([...imported, ...known].map(({ uid, id }) => [uid, id]));
  const byPerson = new Map(idOf);
  const voters = new Map<string, { id: number; isNew: boolean }[]>();
  for (const { account, nameKey, votedPolls } of users) {
    const id = idOf.get(account.uid);
    if (id === undefined) continue;
    byPerson.set(`name ${nameKey}`, id);
    for (const poll of new Set(votedPolls)) {
      voters.set(poll, [...(voters.get(poll) ?? []), { id, isNew: isNew.has(id) }]);
    }
  }
  return {
    find: (person) => byPerson.get(person) ?? byPerson.get(`name ${toUsernameKey(person)}`),
    findVoters: (pollId) => voters.get(pollId) ?? [],
  };
}

type Printed = { deps: Deps; people: JoinedUsers; report: Report; isDryRun: boolean };

function print(terminal: Terminal, { deps, people, report, isDryRun }: Printed): void {
  const { accounts, bans, balances, content } = report;
  const skippedAccounts = [...people.skipped, ...accounts.skipped];
  const kinds = Object.entries(content);
  printSkipped(terminal, [
    ...skippedAccounts,
    ...people.notes,
    ...kinds.flatMap(([, { skipped, notes }]) => [...skipped, ...notes]),
  ]);
  const line = (name: string, counts: { imported: number; known: number; skipped: number }) => {
    const [imported, known, skipped] = [counts.imported, counts.known, counts.skipped].map(format);
    terminal.print(`${name}: ${imported} imported, ${known} already here, ${skipped} skipped.`);
  };
  if (isDryRun) terminal.print('Dry run: nothing was changed. An import would have this result:');
  line('accounts', {
    imported: accounts.imported.length,
    known: accounts.known.length,
    skipped: skippedAccounts.length,
  });
  if (bans > 0) {
    terminal.print(
      `banned: ${format(bans)}, because the old site had disabled them. Lift a ban under Users, Moderation.`,
    );
  }
  terminal.print(
    `coins: ${format(balances.coins)} credited, players with coins: ${format(balances.players)}.`,
  );
  for (const [name, { imported, known, skipped }] of kinds) {
    line(name, { imported, known, skipped: skipped.length });
  }
  if (content.news?.scheduled) {
    terminal.print(
      `scheduled posts: ${format(content.news.scheduled)}, because their date is in the future. They are not public before.`,
    );
  }
  const waiting = accounts.imported.filter(({ hasPassword }) => !hasPassword).length;
  if (waiting > 0 && deps.identity.name === 'embedded') {
    terminal.print(explainWaiting(deps, waiting));
  }
}

function format(count: number): string {
  return count.toLocaleString('en');
}
