import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { describeDevice } from '#server/features/accounts/describe-device.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import type { Command } from './command.ts';
import { listOpenSessions } from './sessions.db.ts';
import type { OpenSession } from './sessions.db.ts';

export const listSessions: Command = {
  name: 'list-sessions',
  summary: 'Show who is signed in, from which address and device.',
  operands: ['[NAME]'],
  notes: ['Lists the newest 1,000 sessions, of all players or of one. Times are UTC.'],
  async run({ operands: [name] }, { terminal, withDeps }) {
    const sessions = await withDeps(async ({ db }) => {
      const account = name === undefined ? undefined : await getAccount(db, name);
      return listOpenSessions(db, account?.id);
    });
    if (sessions.length === 0) terminal.print('No sessions.');
    else for (const line of toTable(sessions)) terminal.print(line);
  },
};

function toTable(sessions: OpenSession[]): string[] {
  const head = ['PLAYER', 'LAST SEEN', 'SIGNED IN', 'ADDRESS', 'DEVICE'];
  const rows = sessions.map((session) => [
    formatUsername(session.username),
    toMinutes(session.lastSeenAt),
    toMinutes(session.createdAt),
    session.ip ?? '-',
    describeDevice(session.userAgent ?? ''),
  ]);
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function toMinutes(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
