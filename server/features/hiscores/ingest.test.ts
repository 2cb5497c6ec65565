import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { createLive } from '#server/lib/data/live.ts';
import type { Live, LiveMessage } from '#server/lib/data/live.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { getPlayer } from './hiscores.service.ts';
import { ingestStats, maxQuietReports, maxReports } from './ingest.service.ts';
import type { StatsReport } from './ingest.service.ts';
import { defaultSkills, reportOf } from './testing/hiscores.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
});
afterAll(() => test.close());
beforeEach(() => test.deps.db.deleteFrom('players').execute());

const earlier = new Date(Date.UTC(2026, 0, 1));
const later = new Date(Date.UTC(2026, 0, 2));

function ingest(...reports: StatsReport[]) {
  return ingestStats(test.deps, { reports });
}

describe('a batch of reports', () => {
  it('creates players and returns one result per report, in order', async () => {
    const results = await ingest(
      reportOf('Zed', { Attack: 83 }, later),
      reportOf('way too long a name', {}, later),
      reportOf('Amy', { Mining: 13_034_431 }, later),
    );
    expect(results).toEqual([
      { status: 'accepted' },
      { status: 'rejected', reason: 'name-invalid' },
      { status: 'accepted' },
    ]);
    const zed = await getPlayer(test.deps, 'zed');
    expect(zed).toMatchObject({ totalLevel: 31, totalTenths: 830 + 11_540, ranks: { 0: 2, 1: 1 } });
  });

  it('treats Iron Man, iron_man and IRON-MAN as one player', async () => {
    await ingest(reportOf('Iron Man', { Attack: 100 }, earlier));
    await ingest(reportOf('iron_man', { Attack: 200 }, later));
    const rows = await test.deps.db.selectFrom('players').select('name_key').execute();
    expect(rows).toEqual([{ name_key: 'iron man' }]);
    expect((await getPlayer(test.deps, 'IRON-MAN')).experience[0]).toBe(2_000);
  });

  it('ignores a report older than the stored stats', async () => {
    await ingest(reportOf('Zed', { Attack: 500 }, later));
    const results = await ingest(reportOf('Zed', { Attack: 900 }, earlier));
    expect(results).toEqual([{ status: 'ignored', reason: 'stale' }]);
    expect((await getPlayer(test.deps, 'Zed')).experience[0]).toBe(5_000);
  });

  it('ignores a repeated report', async () => {
    const report = reportOf('Zed', { Attack: 500 }, later);
    await ingest(report);
    expect(await ingest(report)).toEqual([{ status: 'ignored', reason: 'unchanged' }]);
  });

  it('never lets experience go down without a reset', async () => {
    await ingest(reportOf('Zed', { Attack: 500, Magic: 100 }, earlier));
    const results = await ingest(reportOf('Zed', { Attack: 499, Magic: 200 }, later));
    expect(results).toEqual([{ status: 'rejected', reason: 'experience-decreased' }]);
    expect((await getPlayer(test.deps, 'Zed')).experience.slice(0, 1)).toEqual([5_000]);
  });

  it('resets only if the sender may, and records it in the audit log', async () => {
    await ingest(reportOf('Zed', { Attack: 500 }, earlier));
    const reset = { ...reportOf('Zed', {}, later), reset: true };
    expect(await ingest(reset)).toEqual([{ status: 'rejected', reason: 'reset-not-allowed' }]);
    const resetBy = { id: null, name: 'game server', ip: null };
    const results = await ingestStats(test.deps, { reports: [reset], resetBy });
    expect(results).toEqual([{ status: 'accepted' }]);
    expect((await getPlayer(test.deps, 'Zed')).ranks).toEqual({});
    const audit = await test.deps.db
      .selectFrom('audit_log')
      .select(['action', 'subject', 'actor_name'])
      .where('action', '=', 'hiscores/player-reset')
      .execute();
    expect(audit).toEqual([
      { action: 'hiscores/player-reset', subject: 'zed', actor_name: 'game server' },
    ]);
  });

  it('rejects experience that the game cannot have', async () => {
    const broken = [-1, 2_000_000_001, 1.5, Number.NaN];
    const reports = broken.map((tenths) => ({
      name: 'Zed',
      observedAt: later,
      xpTenths: [tenths],
    }));
    for (const result of await ingest(...reports)) {
      expect(result).toEqual({ status: 'rejected', reason: 'experience-invalid' });
    }
    expect(await test.deps.db.selectFrom('players').select('id').execute()).toEqual([]);
  });

  it('rejects a report from the future, which would make every later one stale', async () => {
    for (const minutes of [6, 60]) {
      const ahead = new Date(Date.now() + minutes * 60_000);
      expect(await ingest(reportOf('Zed', { Attack: 1 }, ahead))).toEqual([
        { status: 'rejected', reason: 'observed-in-the-future' },
      ]);
    }
    // Clocks differ.
    const soon = new Date(Date.now() + 4 * 60_000);
    expect(await ingest(reportOf('Zed', { Attack: 1 }, soon))).toEqual([{ status: 'accepted' }]);
  });

  it('rejects a time that is not valid, and keeps the playtime that a report leaves out', async () => {
    const report = reportOf('Zed', { Attack: 1 }, later);
    const wrong = [
      { observedAt: new Date(Number.NaN) },
      { observedAt: new Date(0) },
      { playtimeSeconds: -1 },
      { playtimeSeconds: 1.5 },
    ];
    for (const change of wrong) {
      expect(await ingest({ ...report, ...change })).toEqual([
        { status: 'rejected', reason: 'time-invalid' },
      ]);
    }
    const read = () =>
      test.deps.db
        .selectFrom('players')
        .select(['playtime_seconds', 'observed_at', 'changed_at'])
        .executeTakeFirstOrThrow();
    await ingest({ ...report, observedAt: earlier, playtimeSeconds: 0 });
    const first = await read();
    expect(first).toMatchObject({ playtime_seconds: 0, observed_at: earlier });
    await ingest({ ...report, playtimeSeconds: 90 });
    // The levels are the same, so only when and for how long they were seen is written.
    expect(await read()).toEqual({ ...first, playtime_seconds: 90, observed_at: later });
    const next = new Date(later.getTime() + 1000);
    await ingest({ ...reportOf('Zed', { Attack: 2 }, next), playtimeSeconds: null });
    const last = await read();
    expect(last).toMatchObject({ playtime_seconds: 90, observed_at: next });
    expect(last.changed_at.getTime()).toBeGreaterThan(first.changed_at.getTime());
  });

  it('accepts the most experience there is, and names the change of a reset in the audit log', async () => {
    const most = { name: 'Zed', observedAt: earlier, xpTenths: [2_000_000_000] };
    expect(await ingest(most, { ...most, xpTenths: [0, 2_000_000_001] })).toEqual([
      { status: 'accepted' },
      { status: 'rejected', reason: 'experience-invalid' },
    ]);
    const tooMany = { ...most, xpTenths: defaultSkills.map(() => 0).concat(0) };
    expect(await ingest(tooMany)).toEqual([{ status: 'rejected', reason: 'experience-invalid' }]);
    const resetBy = { id: null, name: 'game server', ip: '10.1.2.3' };
    const reset = { ...most, observedAt: later, xpTenths: [5], reset: true };
    await ingestStats(test.deps, { reports: [reset, reportOf('Amy', { Attack: 7 })], resetBy });
    const entries = await test.deps.db
      .selectFrom('audit_log')
      .select(['subject', 'ip', 'before', 'after'])
      .where('ip', '=', '10.1.2.3')
      .execute();
    const stats = (attack: number) => {
      const experience = defaultSkills.map(() => 0);
      experience[0] = attack;
      experience[3] = 11_540;
      return expect.objectContaining({ xpTenths: experience }) as object;
    };
    expect(entries).toEqual([
      { subject: 'zed', ip: '10.1.2.3', before: stats(2_000_000_000), after: stats(5) },
    ]);
  });

  it('leaves skills unchanged that a report does not mention', async () => {
    await ingest(reportOf('Zed', { Attack: 500, Mining: 70 }, earlier));
    await ingest({
      name: 'Zed',
      observedAt: later,
      xpTenths: defaultSkills.map(({ name }) => (name === 'Attack' ? 6_000 : null)),
    });
    const { experience } = await getPlayer(test.deps, 'Zed');
    expect(experience[0]).toBe(6_000);
    expect(experience[defaultSkills.findIndex(({ name }) => name === 'Mining')]).toBe(700);
  });

  it('applies several reports of one player in time order', async () => {
    const results = await ingest(
      reportOf('Zed', { Attack: 900 }, later),
      reportOf('Zed', { Attack: 500 }, earlier),
    );
    expect(results).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    expect((await getPlayer(test.deps, 'Zed')).experience[0]).toBe(9_000);
    const days = await test.deps.db
      .selectFrom('player_days')
      .select('day')
      .orderBy('day')
      .execute();
    expect(days).toEqual([{ day: '2026-01-01' }, { day: '2026-01-02' }]);
  });

  it('keeps the playtime of the report in the batch that has one', async () => {
    const report = reportOf('Zed', { Attack: 1 }, earlier);
    await ingest({ ...report, playtimeSeconds: 20 });
    await ingest(
      { ...reportOf('Zed', { Attack: 2 }, later), playtimeSeconds: 90 },
      reportOf('Zed', { Attack: 3 }, new Date(later.getTime() + 1000)),
    );
    const rows = await test.deps.db.selectFrom('players').select('playtime_seconds').execute();
    expect(rows).toEqual([{ playtime_seconds: 90 }]);
  });

  it('stores a player without any training, unranked', async () => {
    expect(await ingest(reportOf('Zed', {}, later))).toEqual([{ status: 'accepted' }]);
    const zed = await getPlayer(test.deps, 'Zed');
    expect(zed).toMatchObject({ totalLevel: 30, ranks: {} });
  });

  it('is refused as a whole above 500 reports, or 2,500 for bulk loading', async () => {
    const reports = Array.from({ length: maxReports + 1 }, () => reportOf('Zed'));
    await expect(ingest(...reports)).rejects.toThrow('At most 500');
    const more = Array.from({ length: maxQuietReports + 1 }, () => reportOf('Zed'));
    await expect(ingestStats(test.deps, { reports: more, isQuiet: true })).rejects.toThrow('2500');
  });
});

describe('live messages', () => {
  it('go to the lists and to the profile of each changed player, with the commit', async () => {
    const { id } = await test.addPlayer('Watcher');
    const messages = collectMessages();
    await ingest(
      reportOf('Watcher', { Attack: 83 }, later),
      reportOf('Stranger', { Attack: 9 }, later),
    );
    expect(messages).toEqual([{ topic: 'me', accountId: id }, { topic: 'hiscores' }]);
    messages.length = 0;
    await ingest(reportOf('Watcher', { Attack: 83 }, new Date()));
    expect(messages).toEqual([]);
  });

  /** A new listener may still get a notification from the test before, which opens a window. */
  async function closeWindows(live: Live): Promise<void> {
    const received = new Promise<void>((resolve) => {
      live.subscribe({
        onMessage: ({ topic }) => topic === 'polls' && resolve(),
        onResync() {},
      });
    });
    await test.deps.live.publish(test.deps.db, { topic: 'polls' });
    await received;
    vi.advanceTimersByTime(60_000);
  }

  it('about the lists are combined while they are frequent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const live = await createLive(test.deps.database, { gatherMs: 60_000 });
    onTestFinished(() => live.close());
    await closeWindows(live);
    const messages = collectMessages(live);
    for (const attack of [10, 20, 30, 40]) {
      const reports = [reportOf('Stranger', { Attack: attack })];
      await ingestStats({ ...test.deps, live }, { reports });
    }
    expect(messages).toEqual([{ topic: 'hiscores' }]);
    vi.advanceTimersByTime(60_000);
    expect(messages).toEqual([{ topic: 'hiscores' }, { topic: 'hiscores' }]);
    vi.advanceTimersByTime(120_000);
    expect(messages).toHaveLength(2);
  });

  it('are sent with each commit: a replica that is killed while combining them loses none', async () => {
    const otherReplica = await createLive(test.deps.database);
    onTestFinished(() => otherReplica.close());
    const messages = collectMessages(otherReplica);
    const killed = await createLive(test.deps.database, { gatherMs: 3_600_000 });
    for (const attack of [10, 20, 30]) {
      const reports = [reportOf('Stranger', { Attack: attack })];
      await ingestStats({ ...test.deps, live: killed }, { reports, isQuiet: attack === 30 });
    }
    await killed.close();
    await expect.poll(() => messages).toHaveLength(3);
  });
});

describe('a player and an account of the same name', () => {
  it('belong together, whichever is created first', async () => {
    await ingest(reportOf('zed', { Attack: 83 }, later));
    await test.addPlayer('Zed', 1);
    await test.addPlayer('Amy', 1);
    await ingest(reportOf('amy', { Attack: 90 }, later));
    const rows = await test.deps.db
      .selectFrom('players')
      .select(['name', 'user_rights'])
      .orderBy('name')
      .execute();
    expect(rows).toEqual([
      { name: 'Amy', user_rights: 1 },
      { name: 'Zed', user_rights: 1 },
    ]);
  });
});

function collectMessages(live = test.deps.live): LiveMessage[] {
  const messages: LiveMessage[] = [];
  live.subscribe({ onMessage: (message) => messages.push(message), onResync() {} });
  return messages;
}
