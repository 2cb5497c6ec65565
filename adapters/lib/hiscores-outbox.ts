import { bridgeLimits, sendHiscores } from '#shared/endpoints/bridge.ts';
import type { HiscoreRow } from '#shared/endpoints/bridge.ts';

import type { Bridge } from './bridge-client.ts';
import { BridgeRefusal } from './bridge-client.ts';
import type { DurableValue } from './durable-file.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';
import { countGameIds, createSiteSkills } from './site-skills.ts';

/** Per player: a mark that identifies the last state the website received. */
type Pushed = Record<string, string>;

/** `xpTenths` by the game's ids of the skills, all that the game has. */
type Waiting = { row: HiscoreRow; mark: string };

type Options = { bridge: Bridge; pushed: DurableValue<Pushed>; log: Log; everyMs?: number };

/** Sends each player's latest state in batches. After a restart only changed players are sent. */
export function createHiscoresOutbox({ bridge, pushed, log, everyMs = 500 }: Options) {
  const waiting = new Map<string, Waiting>();
  const skills = createSiteSkills(bridge);
  let isWarned = false;
  let isCounted = true;
  let isToldOfNames = false;

  async function flush(): Promise<void> {
    const batch = [...waiting].slice(0, bridgeLimits.hiscoresBatch);
    if (batch.length === 0) return;
    const count = countGameIds(await skills.get());
    const fitted = batch.map(([name, entry]) => ({ name, ...leaveOut(entry, count) }));
    const changed = fitted.filter(({ name, mark }) => pushed.get()[name] !== mark);
    if (changed.length > 0) {
      const wasCounted = await push(changed.map(({ row }) => row));
      const marks = changed.map(({ name, mark }) => [name, mark] as const);
      // Without a mark, the players are sent again once the website counts this server.
      if (wasCounted) await pushed.set({ ...pushed.get(), ...Object.fromEntries(marks) });
    }
    for (const [name, entry] of batch) if (waiting.get(name) === entry) waiting.delete(name);
  }

  /** The mark then differs too, so that the player is sent again when the website has more skills. */
  function leaveOut({ row, mark }: Waiting, count: number): Waiting {
    const surplus = row.xpTenths.slice(count);
    if (surplus.length === 0) return { row, mark };
    if (!isWarned && surplus.some((tenths) => tenths > 0)) {
      isWarned = true;
      log.warn(
        `The game has more skills than the website, which does not rank skills with the ids ${count} and above. Add them on the website: npm run admin -- add-skill.`,
      );
    }
    const xpTenths = row.xpTenths.slice(0, count);
    return { row: { ...row, xpTenths }, mark: `${mark}, the first ${count}` };
  }

  /** False if the website does not count this server for the hiscores. */
  async function push(players: HiscoreRow[]): Promise<boolean> {
    try {
      const { results } = await bridge.call(sendHiscores, { body: { players } }, { attempts: 3 });
      noteCounted(results[0]?.reason !== 'server-not-counted');
      for (const { name, status, reason, message } of results) {
        if (status !== 'rejected') continue;
        if (reason === 'skill-count') skills.forget();
        log.warn(`The website rejected the levels of ${name}: ${message ?? `${reason}.`}`);
      }
      noteNames(results.filter(isWithoutAccount).map(({ name }) => name));
    } catch (error) {
      if (!(error instanceof BridgeRefusal) || error.status === 401 || error.status === 403)
        throw error;
      skills.forget();
      // Drop the batch: the website would refuse it every time.
      log.warn(`The website refused ${players.length} players' levels.`, error);
    }
    return isCounted;
  }

  /** Once: players without an account are usual, but so is a mistake in how a game spells names. */
  function noteNames([first, ...others]: string[]): void {
    if (!first || isToldOfNames) return;
    isToldOfNames = true;
    const rest = others.length > 0 ? ` and ${others.length} others` : '';
    log.info(
      `No account of the website is called ${first}${rest}. The levels count, but purchases cannot reach these players.`,
    );
  }

  function noteCounted(now: boolean): void {
    if (now === isCounted) return;
    isCounted = now;
    if (now) log.info('The website counts this server for the hiscores again.');
    else log.warn('The website does not count this server for the hiscores: see Admin, Server.');
  }

  return {
    add(name: string, row: HiscoreRow, mark: string): void {
      if (pushed.get()[name] === mark) waiting.delete(name);
      else waiting.set(name, { row, mark });
    },
    flush,
    /** Runs until the bridge is aborted. */
    run: () =>
      every(
        {
          ms: everyMs,
          signal: bridge.signal,
          onError: (error) => log.warn('Levels could not be sent; retrying.', error),
        },
        flush,
      ),
  };
}

/** False also for the answer of a website of an older version, which does not say it. */
function isWithoutAccount({ hasAccount }: { hasAccount?: boolean }): boolean {
  return hasAccount === false;
}
