import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { toBase37 } from '../lib/base37.ts';
import { silentLog } from '../lib/log.ts';
import { startFakeSite } from '../testing/fake-site.ts';
import type { FakeSite } from '../testing/fake-site.ts';
import { waitFor } from '../testing/wait-for.ts';
import { start2006Scape } from './2006scape.ts';
import { readCharacter } from './character-file.ts';

/** Written by the real game. */
const fixture = readFileSync(new URL('fixtures/oldnite.txt', import.meta.url), 'utf8');

describe('a character file', () => {
  it('is read exactly', () => {
    const xp = Array.from({ length: 25 }, () => 0);
    xp[0] = 273_742;
    xp[3] = 1154;
    xp[20] = 13_034_431;
    expect(readCharacter(fixture)).toEqual({
      name: 'oldnite',
      rights: 1,
      xp,
      xpRate: 1,
      counts: {},
      items: [{ slot: 0, itemId: 995, amount: 500 }],
      bank: [
        { slot: 0, itemId: 1042, amount: 1 },
        { slot: 1, itemId: 995, amount: 12_345 },
      ],
      friends: [],
    });
  });

  it('is incomplete at every point before its end', () => {
    const whole = fixture.trimEnd();
    for (let length = 0; length < whole.length; length++) {
      expect(readCharacter(whole.slice(0, length)), `${length} characters`).toBeUndefined();
    }
    expect(readCharacter(whole)).toBeDefined();
  });

  it('reads the same with Windows line endings', () => {
    expect(readCharacter(fixture.replaceAll('\n', '\r\n'))).toEqual(readCharacter(fixture));
  });

  it('has the usual rate of experience if it does not say another', () => {
    const without = fixture.replace('xp-rate = 1', 'xp-rates = 7');
    expect(readCharacter(without)?.xpRate).toBe(1);
    expect(readCharacter(fixture.replace('xp-rate = 1', 'xp-rate = 7'))?.xpRate).toBe(7);
  });

  it('is rejected without a name or a skill, or with text in place of a number', () => {
    expect(() => readCharacter('[EOF]')).toThrow('no player name');
    expect(() => readCharacter(fixture.replace('character-skill = 7\t1\t0\n', ''))).toThrow(
      'no experience in skill 7',
    );
    expect(() => readCharacter(fixture.replace('273742', 'many'))).toThrow('not a number');
  });
});

describe('the adapter', () => {
  it('claims the name of a character whose player added the code as a friend', async () => {
    const { site, folder } = await open();
    const friends = ['zezima', 'claim4k7m2x9', 'claim'].map(
      (name, slot) => `character-friend = ${slot}\t${toBase37(name)}\n`,
    );
    const text = fixture.replace('[FRIENDS]\n', `[FRIENDS]\n${friends.join('')}`);
    expect(readCharacter(text)?.friends).toEqual(['zezima', 'claim4k7m2x9', 'claim']);
    const file = path.join(folder, 'oldnite.txt');
    await writeOld(file, text);
    await waitFor(() => site.nameClaims.length > 0);
    await writeOld(file, text.replace('273742', '273800'));
    await waitFor(() => site.hiscores.get('oldnite')?.xpTenths[0] === 2_738_000);
    expect(site.nameClaims).toEqual([{ player: 'oldnite', code: 'claim4k7m2x9' }]);
  });

  it('tells the website that the game delivers no items', async () => {
    const { site } = await open();
    await waitFor(() => site.itemLists.length > 0);
    expect(site.itemLists).toEqual([{ items: [] }]);
  });

  it('sends levels to the hiscores, and again when the file changes', async () => {
    const { site, folder } = await open();
    await writeOld(path.join(folder, 'oldnite.txt'), fixture);
    const row = await waitFor(() => site.hiscores.get('oldnite'));
    expect(row.name).toBe('Oldnite');
    expect(row.xpTenths[0]).toBe(2_737_420);
    expect(row.xpTenths[20]).toBe(130_344_310);
    await writeOld(path.join(folder, 'oldnite.txt'), fixture.replace('273742', '273800'));
    await waitFor(() => site.hiscores.get('oldnite')?.xpTenths[0] === 2_738_000);
    expect(site.hiscores.get('oldnite')).toMatchObject({ mode: 'normal', counters: {} });
    const faster = fixture.replace('xp-rate = 1', 'xp-rate = 5');
    await writeOld(
      path.join(folder, 'oldnite.txt'),
      faster.replace(/questPoints = 0/, 'questPoints = 32'),
    );
    await waitFor(() => site.hiscores.get('oldnite')?.mode === 'xp-5');
    expect(site.hiscores.get('oldnite')?.counters).toEqual({ 'quest-points': 32 });
  });

  it('sends when the file was written, at most the experience that the website ranks, and caught rats', async () => {
    const { site, folder } = await open();
    const rich = fixture.replace('273742', '200000001').replace(/ratsCaught = 0/, 'ratsCaught = 4');
    const file = path.join(folder, 'oldnite.txt');
    await writeOld(file, rich);
    const row = await waitFor(() => site.hiscores.get('oldnite'));
    expect(row).toMatchObject({
      observedAt: new Date((await stat(file)).mtimeMs).toISOString(),
      playtime: null,
      counters: { 'rats-caught': 4 },
    });
    expect(row.xpTenths[0]).toBe(2_000_000_000);
  });

  it('claims the name of an administrator too, who is not ranked', async () => {
    const { site, folder } = await open();
    const friend = `[FRIENDS]\ncharacter-friend = 0\t${toBase37('claim4k7m2x9')}\n`;
    const text = fixture
      .replace('[FRIENDS]\n', friend)
      .replace('character-rights = 1', 'character-rights = 3');
    await writeOld(path.join(folder, 'oldnite.txt'), text);
    await waitFor(() => site.nameClaims.length > 0);
    expect(site.hiscores.size).toBe(0);
  });

  it('waits for a half-written file and for one that was just written', async () => {
    const { site, folder } = await open();
    const file = path.join(folder, 'oldnite.txt');
    await writeOld(file, fixture.slice(0, 3000));
    const fresh = path.join(folder, 'fresh.txt');
    await writeFile(fresh, fixture.replace('oldnite', 'fresh'));
    // Always just written, however slow this machine is.
    const later = new Date(Date.now() + 3_600_000);
    await utimes(fresh, later, later);
    await writeOld(path.join(folder, 'other.txt'), fixture.replace('oldnite', 'other'));
    await waitFor(() => site.hiscores.get('other'));
    expect([...site.hiscores.keys()]).toEqual(['other']);
    await writeOld(fresh, fixture.replace('oldnite', 'fresh'));
    await waitFor(() => site.hiscores.get('fresh'));
    await writeOld(file, fixture);
    await waitFor(() => site.hiscores.get('oldnite'));
  });

  it('sends nothing twice, also after a restart', async () => {
    const setup = await open();
    await writeOld(path.join(setup.folder, 'oldnite.txt'), fixture);
    // The adapter stores the mark shortly after the site has the row.
    await waitFor(() => setup.readPushed().includes('oldnite'));
    await setup.restart();
    await writeOld(path.join(setup.folder, 'other.txt'), fixture.replace('oldnite', 'other'));
    await waitFor(() => setup.site.hiscores.get('other'));
    expect(setup.site.batches.flat().map(({ name }) => name)).toEqual(['Oldnite', 'Other']);
  });

  it('an invalid file does not affect the others', async () => {
    const { site, folder } = await open();
    await writeOld(path.join(folder, 'a.txt'), fixture.replace('oldnite', 'Way too long a name'));
    await writeOld(path.join(folder, 'b.txt'), '[EOF]');
    await writeOld(path.join(folder, 'c.txt'), fixture);
    await waitFor(() => site.hiscores.get('oldnite'));
    expect([...site.hiscores.keys()]).toEqual(['oldnite']);
  });

  it('leaves out administrators and bots, and names an invalid file once', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => warnings.push(text) };
    const { site, folder } = await open({ log });
    const withRights = (rights: number) =>
      fixture.replace('character-rights = 1', `character-rights = ${rights}`);
    const write = async (name: string, text: string) =>
      writeOld(path.join(folder, `${name}.txt`), text.replace('oldnite', name));
    await write('moss troll', withRights(2));
    await write('owner', withRights(3));
    await write('♥baker', withRights(0));
    await write('no:name', fixture);
    await write('tess', withRights(1));
    await waitFor(() => site.hiscores.get('tess'));
    await write('no:name', fixture.replace('273742', '273800'));
    await write('zed', fixture);
    await waitFor(() => site.hiscores.get('zed'));
    expect([...site.hiscores.keys()]).toEqual(['tess', 'zed']);
    expect(warnings).toEqual(['"no:name" is not a valid name on the website.']);
  });

  it('answers the game’s two calls only with the right password', async () => {
    const { adapter } = await open();
    const call = async (rest: string) =>
      (await fetch(`http://127.0.0.1:${adapter.port}/${rest}`)).status;
    expect(await call('playersonline.php?pass=letmein!!&amount=7&world=1')).toBe(200);
    expect(await call('accountsregistered.php?pass=letmein!!&amount=70&world=1')).toBe(200);
    expect(await call('playersonline.php?pass=letmein!!&amount=7')).toBe(200);
    expect(await call('playersonline.php?pass=wrong&amount=7&world=1')).toBe(403);
    expect(await call('playersonline.php?pass=letmein!!&amount=-7&world=1')).toBe(400);
    expect(await call('playersonline.php')).toBe(403);
    for (const wrong of ['amount=1234567&world=1', 'amount=7.5&world=1', 'amount=7&world=12345']) {
      expect(await call(`playersonline.php?pass=letmein!!&${wrong}`), wrong).toBe(400);
    }
    const posted = `http://127.0.0.1:${adapter.port}/playersonline.php?pass=letmein!!&amount=7`;
    expect((await fetch(posted, { method: 'POST' })).status).toBe(405);
    expect(await call('')).toBe(404);
  });

  it('sends heartbeats with the players of all worlds once the game has called', async () => {
    const { site, adapter } = await open();
    expect(site.heartbeats).toEqual([]);
    for (const [world, amount] of [
      [1, 7],
      [2, 5],
    ]) {
      await fetch(
        `http://127.0.0.1:${adapter.port}/playersonline.php?pass=letmein!!&amount=${amount}&world=${world}`,
      );
    }
    await waitFor(() => site.heartbeats.at(-1)?.online === 12);
    expect(site.heartbeats.at(-1)).toMatchObject({
      state: 'running',
      players: [],
      deliveryKinds: [],
    });
  });

  it('counts a world no longer that has been silent for two minutes', async () => {
    const { site, adapter } = await open();
    const call = (world: number, amount: number) =>
      fetch(
        `http://127.0.0.1:${adapter.port}/playersonline.php?pass=letmein!!&amount=${amount}&world=${world}`,
      );
    const real = Date.now;
    let ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
    onTestFinished(() => void vi.restoreAllMocks());
    await call(1, 7);
    ahead = 60_000;
    await call(2, 5);
    await waitFor(() => site.heartbeats.at(-1)?.online === 12);
    expect(site.heartbeats.at(-1)).toMatchObject({ max: 2000 });
    ahead = 121_000;
    await waitFor(() => site.heartbeats.at(-1)?.online === 5);
  });

  it('ignores deliveries and reports commands as unsupported', async () => {
    const { site } = await open();
    const delivery = site.addDelivery('oldnite', 4151, 1);
    const id = site.queue('kick', { player: 'oldnite' });
    expect(await waitFor(() => site.resultOf(id))).toMatchObject({ status: 'unsupported' });
    expect(delivery).toMatchObject({ state: 'queued', acks: [] });
  });
});

async function open({ log = silentLog } = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'wynhold-2006scape-'));
  const folder = await mkdtemp(path.join(home, 'characters-'));
  const site = await startFakeSite();
  const start = () => start2006Scape({ ...optionsFor(site, home, folder), log });
  let adapter = await start();
  onTestFinished(async () => {
    await adapter.close();
    await site.stop();
    await rm(home, { recursive: true, force: true });
  });
  return {
    site,
    folder,
    adapter,
    readPushed: () => {
      const file = path.join(home, 'state', 'hiscores.json');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    async restart() {
      await adapter.close();
      adapter = await start();
    },
  };
}

function optionsFor(site: FakeSite, home: string, charactersDir: string) {
  return {
    url: site.url,
    token: site.token,
    stateDir: path.join(home, 'state'),
    charactersDir,
    password: 'letmein!!',
    port: 0,
    settleSeconds: 0.2,
    heartbeatSeconds: 0.05,
    pollSeconds: 0.2,
  };
}

let clock = Date.now() - 3_600_000;

/** Writes a settled file: modified an hour ago, each write one second after the previous one. */
async function writeOld(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  clock += 1000;
  await utimes(file, new Date(clock), new Date(clock));
}
