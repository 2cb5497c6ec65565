import { copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { silentLog } from '../lib/log.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import { fixture, openLostCity } from '../testing/open-lostcity.ts';
import { waitFor } from '../testing/wait-for.ts';
import { importSaves } from './import-saves.ts';

const realSave = fileURLToPath(new URL('fixtures/v6-player.sav', import.meta.url));

it('an imported player continues with the save and is on the hiscores', async () => {
  const { folder, add, run } = await open();
  await add('aria');
  await utimes(path.join(folder, 'aria.sav'), 1_700_000_000, 1_700_000_000);
  const setup = await openLostCity();
  await setup.restart(async () => {
    expect(await run(setup.stateDir)).toMatchObject({ isComplete: true });
  });
  expect((await setup.game.logIn('aria')).response).toBe(0);
  expect(setup.game.players.get('aria')).toEqual(fixture);
  const row = await waitFor(() => setup.site.hiscores.get('aria'));
  expect(row).toMatchObject({ observedAt: '2023-11-14T22:13:20.000Z' });
});

it('lists the names to reserve, and can be repeated', async () => {
  const { stateDir, add, run } = await open();
  await add('aria');
  await add('iron_man');
  const first = await run();
  expect(first.lines[0]).toBe('2 imported, 0 already there, 0 not imported.');
  expect(first.lines.at(-1)).toContain('reserve-names');
  const list = path.join(stateDir, 'imported-names.txt');
  expect(await readFile(list, 'utf8')).toBe('aria\niron_man\n');
  const record = path.join(stateDir, 'players', 'aria.json');
  await writeFile(record, '{"changed":true}');
  await add('zed');
  expect((await run()).lines[0]).toBe('1 imported, 2 already there, 0 not imported.');
  expect(await readFile(record, 'utf8')).toBe('{"changed":true}');
  expect(await readFile(list, 'utf8')).toBe('aria\niron_man\nzed\n');
});

it('a broken save and a name that cannot enter are named, and the others are imported', async () => {
  const { folder, stateDir, add, run } = await open();
  await add('aria');
  await add('iron__man');
  await writeFile(path.join(folder, 'broken.sav'), (await readFile(realSave)).subarray(0, 200));
  const { isComplete, lines } = await run();
  expect(isComplete).toBe(false);
  expect(lines[0]).toContain('broken.sav was not imported');
  expect(lines[1]).toBe('iron__man.sav was not imported: The website does not allow this name.');
  expect(lines[2]).toBe('1 imported, 0 already there, 2 not imported.');
  expect(await readFile(path.join(stateDir, 'imported-names.txt'), 'utf8')).toBe('aria\n');
});

it('is refused without saves, and while the adapter runs', async () => {
  const { stateDir, add, run } = await open();
  await expect(run()).rejects.toThrow('has no files named *.sav');
  await add('aria');
  const lock = await lockStateFolder(stateDir, silentLog);
  await expect(run()).rejects.toThrow('is in use by another adapter');
  await lock.release();
});

async function open() {
  const home = await mkdtemp(path.join(tmpdir(), 'wynhold-import-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = path.join(home, 'data', 'players', 'main');
  const stateDir = path.join(home, 'state');
  await mkdir(folder, { recursive: true });
  return {
    folder,
    stateDir,
    add: (name: string) => copyFile(realSave, path.join(folder, `${name}.sav`)),
    run: async (into = stateDir) => {
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const isComplete = await importSaves({ folder, stateDir: into, log: silentLog, print });
      return { isComplete, lines };
    },
  };
}
