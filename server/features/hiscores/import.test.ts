import { rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { runCommandLine } from '#server/commands/run-command-line.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { getPlayer } from './hiscores.service.ts';
import { ingestStats, maxQuietReports } from './ingest.service.ts';
import { findMiscounts, findMisplaced, reportOf } from './testing/hiscores.ts';

let test: TestApp;
const file = path.join(os.tmpdir(), `wynhold-import-${process.pid}.txt`);

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
});
afterAll(async () => {
  await rm(file, { force: true });
  await test.close();
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('players').execute();
  await test.deps.db.deleteFrom('reserved_names').execute();
});

async function importLines(...lines: string[]) {
  await writeFile(file, lines.join('\n'));
  await utimes(file, new Date(), new Date('2026-02-01T00:00:00Z'));
  return runImport();
}

async function runImport(...options: string[]) {
  const output: string[] = [];
  const errors: string[] = [];
  const progress: string[] = [];
  const code = await runCommandLine(['import-hiscores', file, ...options], {
    openDeps: async () => ({ ...test.deps, close: async () => {} }),
    loadConfig: () => test.deps.config,
    terminal: {
      isInteractive: false,
      print: (line) => void output.push(line),
      printError: (line) => void errors.push(line),
      showProgress: (line) => void progress.push(line),
      ask: async () => '',
      askHidden: async () => '',
      readAll: async () => '',
    },
  });
  return { code, output, errors, progress };
}

it('an import takes valid rows and reports invalid ones by line', async () => {
  const { code, output, errors, progress } = await importLines(
    'name,Attack,Mining',
    'Zed,83,',
    'much too long a name,1,1',
    'Amy,many,1',
    'Amy,737627,13034431',
  );
  expect({ code, output }).toEqual({
    code: 0,
    output: ['2 imported, 0 already known, 2 rejected, 2 names reserved.'],
  });
  expect(errors.sort()).toEqual([
    'line 3: that is not a valid player name',
    'line 4: many is not a valid amount of experience in attack',
  ]);
  expect(progress.at(-1)).toBe(`[${'#'.repeat(30)}] 100% 2 players`);
  expect((await getPlayer(test.deps, 'amy')).totalLevel).toBe(30 + 69 + 98);
});

it('an import of JSON says for each line why it was rejected, and goes on', async () => {
  const before = new Date('2026-01-01T00:00:00Z');
  await ingestStats(test.deps, { reports: [reportOf('Cat', { Attack: 500 }, before)] });
  const { output, errors } = await importLines(
    '{"name":"Zed"',
    '{"name":"Zed","xpTenths":[1.5]}',
    '',
    '{"name":"Amy","observedAt":"2999-01-01T00:00:00Z","skills":{"Attack":5}}',
    '{"name":"Bob","observedAt":"1960-01-01T00:00:00Z","skills":{"Attack":5}}',
    '{"name":"Cat","skills":{"Attack":499}}',
    '{"name":"Dan","skills":{"Attack":83}}',
  );
  expect(output).toEqual(['1 imported, 0 already known, 5 rejected, 1 names reserved.']);
  expect(errors.toSorted()).toEqual([
    'line 1: this is not a JSON object',
    'line 2: that is not a valid amount of experience',
    'line 4: the time is in the future',
    'line 5: that is not a valid time',
    'line 6: the experience is lower than the stored value',
  ]);
  expect((await getPlayer(test.deps, 'dan')).experience[0]).toBe(830);
});

it('an import is in the audit log with its summary', async () => {
  await importLines('name,Attack', 'Zed,83', 'Amy,90', 'not a name at all,83');
  const entry = await test.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({
    action: 'hiscores/imported',
    subject: file,
    after: { accepted: 2, ignored: 0, rejected: 1, reserved: 2 },
  });
});

it('an import reserves the names of players without an account', async () => {
  await test.addPlayer('Amy');
  await importLines('name,Attack', 'Zed,83', 'Amy,83', 'not a name at all,83');
  const reserved = await test.deps.db.selectFrom('reserved_names').select('username').execute();
  expect(reserved).toEqual([{ username: 'Zed' }]);
  const stranger = { username: 'ZED', email: 'stranger@example.test', password: testPassword };
  const answer = await test.app.inject(json('POST', '/auth/register', stranger));
  expect(answer.json()).toMatchObject({ code: 'accounts/username-claimable' });
});

it('a repeated import changes nothing and undoes nothing', async () => {
  const lines = ['{"name":"Zed","skills":{"Attack":83}}', '{"name":"Amy","skills":{"Attack":90}}'];
  await importLines(...lines);
  await ingestStats(test.deps, { reports: [reportOf('Zed', { Attack: 500 })] });
  const { output } = await importLines(...lines);
  expect(output).toEqual(['0 imported, 2 already known, 0 rejected, 0 names reserved.']);
  expect((await getPlayer(test.deps, 'zed')).experience[0]).toBe(5_000);
});

it('rows with times become the history', async () => {
  await importLines(
    'name,observed_at,Attack',
    'Zed,2025-12-01T10:00:00Z,100',
    'Zed,2025-12-02T10:00:00Z,200',
    'Zed,2025-12-02T20:00:00Z,300',
  );
  const days = await test.deps.db
    .selectFrom('player_days')
    .select(['day', 'experience'])
    .orderBy('day')
    .execute();
  expect(days.map(({ day, experience }) => [day, experience[0]])).toEqual([
    ['2025-12-01', 1_000],
    ['2025-12-02', 3_000],
  ]);
});

it('rows beyond one batch are all imported', async () => {
  const size = maxQuietReports + 3;
  const rows = Array.from({ length: size }, (_, at) => `P${at},${at + 1}`);
  const { output } = await importLines('name,Fishing', ...rows);
  const count = size.toLocaleString('en');
  expect(output).toEqual([
    `${count} imported, 0 already known, 0 rejected, ${count} names reserved.`,
  ]);
  expect((await getPlayer(test.deps, `P${size - 1}`)).ranks).toMatchObject({ 11: 1 });
  expect((await getPlayer(test.deps, 'P0')).ranks).toMatchObject({ 11: size });
});

it('an import while the game reports the same players leaves counts and ranks exact', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `Both ${at}`);
  const now = Date.now();
  const report = async (attack: number) => {
    // The larger experience is the newer one, whichever report comes first.
    const observedAt = new Date(now + attack);
    for (let first = 0; first < names.length; first += 20) {
      const some = names.slice(first, first + 20).toReversed();
      const reports = some.map((name) => ({ name, observedAt, xpTenths: [attack * 10] }));
      await ingestStats(test.deps, { reports });
    }
  };
  const rows = names.map((name, at) => `${name},${at + 1},${at + 5}`);
  const work = [importLines('name,Attack,Fishing', ...rows), report(1_000), report(2_000)];
  const [imported] = await Promise.all(work);
  expect(imported).toMatchObject({ code: 0, errors: [] });
  expect(await findMiscounts(test.deps.db)).toEqual([]);
  expect(await findMisplaced(test.deps.db)).toEqual([]);
  const levels = await test.deps.db.selectFrom('players').select('experience').execute();
  expect(levels.map(({ experience }) => experience[0])).toEqual(names.map(() => 20_000));
});

it('an unknown column is refused by name, or skipped on request', async () => {
  const lines = ['name,Attack,Hunter,Construction', 'Zed,83,5,6'];
  const refused = await importLines(...lines);
  expect(refused).toMatchObject({
    code: 1,
    output: [],
    errors: [
      `${file} cannot be imported: the header has unknown columns: \`Hunter\`, \`Construction\`.`,
    ],
  });
  const { code, output } = await runImport('--skip-unknown');
  expect({ code, output }).toEqual({
    code: 0,
    output: ['1 imported, 0 already known, 0 rejected, 1 names reserved.'],
  });
});

it('a hundred bad lines are reported, and how many more there are', async () => {
  const lines = Array.from({ length: 103 }, () => 'Zed,x');
  const { errors, output } = await importLines('name,Attack', ...lines, 'Amy,83');
  expect(errors).toHaveLength(101);
  expect(errors[0]).toMatch(/^line 2: /);
  expect(errors.slice(-2)).toEqual([
    expect.stringMatching(/^line 101: /),
    '… and 3 more bad lines',
  ]);
  expect(output[0]).toMatch(/^1 imported, 0 already known, 103 rejected, /);
});

it('a file that cannot be read or understood is refused', async () => {
  const { code, errors } = await importLines('colour,size', 'red,3');
  expect({ code, errors }).toEqual({
    code: 1,
    errors: [`${file} cannot be imported: the header has no column \`name\`.`],
  });
  await rm(file);
  const missing = await runCommandLine(['import-hiscores', file], {
    openDeps: () => Promise.reject(new Error('must not be opened')),
    loadConfig: () => test.deps.config,
    terminal: {
      isInteractive: false,
      print() {},
      printError: (line) => expect(line).toBe(`${file} cannot be read: it does not exist.`),
      ask: async () => '',
      askHidden: async () => '',
      readAll: async () => '',
    },
  });
  expect(missing).toBe(1);
});
