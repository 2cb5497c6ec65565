import { writeFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { commandLine } from '#server/lib/data/audit.ts';
import type { HiscoresPage, HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import type { Skill } from '#shared/rules/skills.ts';

import { computeTopGains } from './gains.service.ts';
import { rankWaitingDays } from './history.service.ts';
import { importStats } from './import.service.ts';
import { readSkillSetting } from './skill-setting.ts';
import { addSkill, settleSkills } from './skills.service.ts';
import { findMiscounts, findMisplaced } from './testing/hiscores.ts';
import { prepareSkillSites, read, rowOf } from './testing/skill-sites.ts';

const { fileOf, open } = prepareSkillSites();

describe.each([
  ['classic', 18, 'Thieving'],
  ['osrs', 23, 'Construction'],
  ['rs3', 29, 'Necromancy'],
])('a site with the skills of %s', (preset, count, last) => {
  test('ranks every skill and shows it everywhere', async () => {
    const { site, game } = await open(preset);
    const { db } = site.deps;
    const { skills } = await read<{ skills: Skill[] }>(site, '/api/hiscores/skills');
    expect(skills).toHaveLength(count);
    expect(skills.at(-1)).toMatchObject({ name: last, gameId: count - 1 });

    // Player n of 30 is the best in every n-th skill, and the last has all there is to have.
    const players = Array.from({ length: 30 }, (_, n) =>
      rowOf(
        `Player ${n}`,
        skills.map((_skill, id) => (n === 29 ? 2_000_000_000 : ((n * 37 + id * 11) % 97) * 50_000)),
      ),
    );
    const sent = await game.post('/hiscores', { players });
    expect(sent.json()).toMatchObject({ accepted: 30 });
    expect(await findMiscounts(db)).toEqual([]);
    expect(await findMisplaced(db)).toEqual([]);

    for (const { name, gameId } of skills) {
      const page = await read<HiscoresPage>(
        site,
        `/api/hiscores?skill=${encodeURIComponent(name)}`,
      );
      const expected = players
        .map((row) => ({ name: row.name, tenths: row.xpTenths[gameId] ?? 0 }))
        .filter(({ tenths }) => tenths > (gameId === 3 ? 11_540 : 0))
        .sort((a, b) => b.tenths - a.tenths)
        .slice(0, 25);
      expect(page.players.map(({ experience }) => experience)).toEqual(
        expected.map(({ tenths }) => tenths / 10),
      );
    }
    const everything = await read<HiscoresRecord>(site, '/api/hiscores/user/player%2029');
    expect(everything).toMatchObject({ rank: 1, totalLevel: 99 * count });
    expect(everything.totalExp).toBe(200_000_000 * count);
    expect(everything.playerStats).toHaveLength(count);
    expect(everything.playerStats.every(({ rank, level }) => rank === 1 && level === 99)).toBe(
      true,
    );
    expect(everything.combatLevel).toBe(preset === 'rs3' ? 138 : 126);

    const compared = await read<{ players: HiscoresRecord[] }>(
      site,
      '/api/hiscores/compare?a=player%201&b=player%202',
    );
    expect(compared.players.map(({ playerStats }) => playerStats.length)).toEqual([count, count]);

    const lite = '/m=hiscore_oldschool/index_lite';
    const { skills: rows } = await read<{ skills: { name: string; rank: number }[] }>(
      site,
      `${lite}.json?player=player%2029`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'Overall',
      ...skills.map(({ name }) => (name === 'Runecrafting' ? 'Runecraft' : name)),
    ]);
    const text = await site.app.inject({ url: `${lite}.ws?player=player%2029` });
    const lines = text.body.trimEnd().split('\n');
    expect(lines.slice(0, count + 1).every((line) => line.startsWith('1,'))).toBe(true);
    expect(lines.filter((line) => line === '-1,-1,-1')).toHaveLength(Math.max(0, 24 - count));
    expect(lines.filter((line) => line === '-1,-1')).toHaveLength(100);

    await rankWaitingDays({ db });
    await computeTopGains(site.deps);
    const history = await read<{ points: { rank: number }[] }>(
      site,
      `/api/hiscores/user/player%2029/history?skill=${last}`,
    );
    expect(history.points.at(-1)?.rank).toBe(1);
    await read(site, `/api/hiscores/gains?skill=${last}`);

    const html = (await site.app.inject({ url: `/hiscores?skill=${last.toLowerCase()}` })).body;
    expect(html).toContain(`${last} Hiscores`);
    const links = [...html.matchAll(/href="\/hiscores\?skill=(\w+)"/g)].map(([, name]) => name);
    expect(new Set(links)).toEqual(new Set(skills.map(({ name }) => name)));
    const icons = [...html.matchAll(/#([a-z]+)"><\/use>[^<]*<\/svg>(\w+)/g)];
    expect(icons.find(([, , name]) => name === skills[3]?.name)?.[1]).toBe('hitpoints');
  });

  test('rejects a row with more skills and names the setting', async () => {
    const { site, game } = await open(preset);
    const xpTenths = Array.from({ length: count }, () => 1_000);
    const surplus = await game.post('/hiscores', {
      players: [rowOf('Innocent', xpTenths), rowOf('Later Game', [...xpTenths, 5])],
    });
    expect(surplus.json()).toMatchObject({
      accepted: 1,
      rejected: 1,
      results: [
        { name: 'Innocent', status: 'accepted' },
        {
          name: 'Later Game',
          status: 'rejected',
          reason: 'skill-count',
          message: expect.stringMatching(/SKILLS.*add-skill/),
        },
      ],
    });
    const players = await site.deps.db.selectFrom('players').select('name').execute();
    expect(players).toEqual([{ name: 'Innocent' }]);

    // A game with fewer skills than the site leaves the others as they are.
    await game.post('/hiscores', { players: [rowOf('Whole', xpTenths)] });
    const first18 = Array.from({ length: 18 }, () => 20_000);
    const sent = await game.post('/hiscores', { players: [rowOf('Whole', first18)] });
    expect(sent.json()).toMatchObject({ accepted: 1 });
    const whole = await read<HiscoresRecord>(site, '/api/hiscores/user/whole');
    expect(whole.playerStats.map(({ experience }) => experience * 10)).toEqual(
      xpTenths.map((tenths, id) => first18[id] ?? tenths),
    );
  });

  test('imports a file with its skills', async () => {
    const { site } = await open(preset);
    const file = fileOf(`${preset}.csv`);
    await writeFile(file, `name,${last}\nZed,1154\n`);
    const bad: string[] = [];
    const work = { onProgress() {}, onBadLine: (_: number, text: string) => void bad.push(text) };
    await importStats(site.deps, file, { actor: commandLine, ...work });
    const page = await read<HiscoresPage>(site, `/api/hiscores?skill=${last}`);
    expect(page.players).toMatchObject([{ username: 'Zed', level: 10 }]);

    const lines = fileOf(`${preset}.jsonl`);
    const tooMany = Array.from({ length: count + 1 }, () => 10);
    await writeFile(lines, JSON.stringify({ name: 'Amy', xpTenths: tooMany }));
    await importStats(site.deps, lines, { actor: commandLine, ...work });
    expect(bad).toEqual([expect.stringContaining('SKILLS')]);
  });
});

describe('the setting SKILLS', () => {
  const skill = (gameId: number, change: object = {}) => ({
    name: `Skill ${gameId}`,
    gameId,
    ...change,
  });
  const list = (length: number) => Array.from({ length }, (_, gameId) => skill(gameId));

  test.each([
    ['an unknown preset', '2007', 'use 2006, classic'],
    ['a file that is not JSON', 'not json', 'is not JSON'],
    ['a file without a list', {}, 'must contain an array'],
    ['17 skills', list(17), 'has 17 skills'],
    ['30 skills', list(30), 'has 30 skills'],
    ['an empty name', list(20).with(4, skill(4, { name: ' ' })), 'skill 5 of'],
    ['no name', list(20).with(4, { gameId: 4 } as never), 'name must be a text'],
    ['Overall', list(20).with(4, skill(4, { name: 'overall' })), 'must not be Overall'],
    ['a comma', list(20).with(4, skill(4, { name: 'A, b' })), 'may have letters'],
    ['a long name', list(20).with(4, skill(4, { name: 'x'.repeat(21) })), 'at most 20'],
    ['a name twice', list(20).with(4, skill(4, { name: 'SKILL 2' })), 'named Skill 2'],
    ['a game id twice', list(20).with(4, skill(2, { name: 'Other' })), 'Skill 2 already has'],
    ['a negative id', list(20).with(4, skill(-1)), 'must not be negative'],
    ['a high id', list(20).with(4, skill(64)), 'at most 63'],
    ['an unknown icon', list(20).with(4, skill(4, { icon: 'sword' })), 'icon must be one of'],
    ['level 100', list(20).with(4, skill(4, { startLevel: 100 })), 'at most 99'],
  ])('refuses %s', async (_, content, problem) => {
    const file = fileOf('bad.json');
    const isPreset = content === '2007';
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    if (!isPreset) await writeFile(file, text);
    const reading = readSkillSetting(isPreset ? text : file);
    await expect(reading).rejects.toThrow(/^Setting SKILLS is not valid: .*\.$/);
    await expect(reading).rejects.toThrow(problem);
  });

  test('takes a file, whose game ids order the values of reports', async () => {
    const file = fileOf('own.json');
    // In the reverse order, with gaps.
    const own = Array.from({ length: 20 }, (_, at) => skill(40 - 2 * at, { name: `Own ${at}` }));
    await writeFile(file, JSON.stringify(own.with(7, { ...own[7]!, icon: 'sailing' } as never)));
    const { site, game } = await open(file);
    const xpTenths = Array.from({ length: 41 }, (_, gameId) => gameId * 1_000);
    await game.post('/hiscores', { players: [rowOf('Zed', xpTenths)] });
    const zed = await read<HiscoresRecord>(site, '/api/hiscores/user/zed');
    expect(zed.playerStats.map(({ skill: name, experience }) => [name, experience])).toEqual(
      own.map(({ name, gameId }) => [name, gameId * 100]),
    );
    const { skills } = await read<{ skills: Skill[] }>(site, '/api/hiscores/skills');
    expect(skills.map(({ icon }) => icon)).toEqual(
      own.map((_, at) => (at === 7 ? 'sailing' : 'skill')),
    );
  });

  test('decides until the first player is known, then only add-skill does', async () => {
    const { site, game } = await open('rs3');
    const warnings: string[] = [];
    const start = (skills: string | undefined) =>
      settleSkills({
        db: site.deps.db,
        config: { skills },
        onProblem: (text) => void warnings.push(text),
      });
    const names = async () =>
      (await site.deps.db.selectFrom('skills').select('name').orderBy('position').execute()).map(
        ({ name }) => name,
      );
    const invalidate = () => site.deps.live.publish(site.deps.db, { topic: 'site' });
    await start('classic');
    expect(await names()).toHaveLength(18);
    await addSkill(site.deps, commandLine, { name: 'Slayer', gameId: 18 });
    await start('classic');
    expect(await names()).toHaveLength(19);
    await start('2006');
    expect(await names()).toHaveLength(21);
    await invalidate();
    const xpTenths = Array.from({ length: 21 }, () => 1_000);
    await game.post('/hiscores', { players: [rowOf('Zed', xpTenths)] });

    await start('osrs');
    expect(warnings).toEqual([expect.stringContaining('npm run admin -- add-skill')]);
    expect(await names()).toHaveLength(21);
    await addSkill(site.deps, commandLine, { name: 'Hunter', gameId: 21 });
    await start('2006');
    await start(undefined);
    expect(warnings).toHaveLength(1);
    expect(await names()).toHaveLength(22);
  });
});
