import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

import { toUsernameKey } from '#shared/usernames.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import { acknowledge, applyDeliveries, claim } from '../lib/deliveries.ts';
import type { Applied, Claim, Refused } from '../lib/deliveries.ts';
import { writeDurably } from '../lib/durable-file.ts';
import type { ReachPoint } from '../lib/kill-points.ts';
import type { Log } from '../lib/log.ts';
import type { RecordStore } from '../lib/record-store.ts';
import { decodeSave, encodeSave, newRecord } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { depositItem, movePlayer } from './save-edit.ts';
import { SaveError } from './save-format.ts';
import type { Save } from './save-format.ts';

// While a session is open the game alone changes the player's state: deliveries and teleports enter
// the save between sessions, at login, before the game gets it. A save is taken only from the world
// that holds the session, only whole, and never an older one.

export type SessionDeps = {
  bridge: Bridge;
  players: RecordStore<PlayerRecord>;
  stateDir: string;
  reach: ReachPoint;
  log: Log;
  /** How long the game waits for the answer to a login. */
  gameWaitsMs: number;
  onSaved: (player: string, save: Save, savedAt: string) => void;
};

export type Opened =
  | { how: 'new' }
  | { how: 'returning'; save: string }
  | { how: 'reconnected'; save: string | null }
  | { how: 'already-online' };

type Entering = { nodeId: number; reconnecting: boolean; hasSave: boolean };

const rejectedKept = 200;

export function createSessions(deps: SessionDeps) {
  const { players } = deps;
  const online = new Map<string, { nodeId: number; isDoubtful: boolean }>();
  const background = new Set<Promise<void>>();

  async function write(player: string, record: PlayerRecord): Promise<PlayerRecord> {
    const next = { ...record, revision: record.revision + 1 };
    await players.write(player, next);
    if (next.session) {
      online.set(toUsernameKey(player), { nodeId: next.session.nodeId, isDoubtful: false });
    } else {
      online.delete(toUsernameKey(player));
    }
    return next;
  }

  /** What was open when the adapter stopped may have ended since, without its knowledge. */
  async function load(): Promise<void> {
    for (const player of await players.list()) {
      try {
        await loadOne(player);
      } catch (error) {
        deps.log.warn(`The record of ${player} cannot be read.`, error);
      }
    }
  }

  async function loadOne(player: string): Promise<void> {
    const record = await players.find(player);
    if (!record) return;
    if (record.session) {
      online.set(player, { nodeId: record.session.nodeId, isDoubtful: true });
    }
    if (record.unacknowledged.length > 0) finishLater(player, nothingRefused);
    if (record.save && record.savedAt) {
      deps.onSaved(player, decodeSave(record.save), record.savedAt);
    }
  }

  function open(player: string, entering: Entering): Promise<Opened> {
    return players.exclusively(player, async () => {
      const record = (await players.find(player)) ?? newRecord;
      if (record.session) return enterAgain(player, record, entering);
      const session = { nodeId: entering.nodeId, openedAt: new Date().toISOString() };
      if (!record.save) {
        await write(player, { ...record, session });
        return { how: 'new' };
      }
      const { state, refused, leaseId } = await receive(player, { ...record, save: record.save });
      const opened = await write(player, { ...state, session });
      deps.reach('persisted');
      const hasNews = opened.unacknowledged.length > 0 || refused.length > 0;
      if (hasNews) finishLater(player, { refused, leaseId });
      return { how: 'returning', save: state.save };
    });
  }

  function enterAgain(player: string, record: PlayerRecord, entering: Entering): Opened {
    const { nodeId, reconnecting, hasSave } = entering;
    if (!reconnecting || record.session?.nodeId !== nodeId) return { how: 'already-online' };
    if (hasSave) online.set(toUsernameKey(player), { nodeId, isDoubtful: false });
    return { how: 'reconnected', save: record.save };
  }

  type WithSave = PlayerRecord & { save: string };

  /** The save as the player shall find it: at the ordered place, with what was bought. */
  async function receive(
    player: string,
    record: WithSave,
  ): Promise<{ state: WithSave; refused: Refused[]; leaseId: string | null }> {
    let state = record;
    if (state.teleport) {
      const save = encodeSave(movePlayer(decodeSave(state.save), state.teleport));
      state = { ...state, save, teleport: null };
    }
    const { items, leaseId } = await claimFor(player, record);
    deps.reach('claimed');
    const { state: filled, refused } = applyDeliveries(state, items, deposit);
    if (items.length > 0) deps.reach('applied');
    return { state: filled, refused, leaseId };
  }

  async function claimFor(player: string, record: PlayerRecord): Promise<Claim> {
    // The same name after an interruption: the website gives again what this session already holds.
    const session = `${toUsernameKey(player)} ${record.revision}`;
    try {
      const options = { deadlineMs: deps.gameWaitsMs * 0.3, attempts: 2 };
      return await claim(deps.bridge, { player, session }, options);
    } catch (error) {
      deps.log.warn(`Nothing could be claimed for ${player}; at the next login then.`, error);
      return { leaseId: null, items: [] };
    }
  }

  function deposit(
    state: WithSave,
    { itemId, quantity }: { itemId: number; quantity: number },
  ): Applied<WithSave> {
    const result = depositItem(decodeSave(state.save), { id: itemId, count: quantity });
    if ('refusal' in result) return result;
    return { state: { ...state, save: encodeSave(result.save) } };
  }

  type Outcome = { refused: Refused[]; leaseId: string | null };

  function finishLater(player: string, outcome: Outcome): void {
    const task = finishDeliveries(player, outcome);
    background.add(task);
    void task.then(() => background.delete(task));
  }

  /** Tells the website, then notes that it knows. Interrupted, it is done again at the next start. */
  async function finishDeliveries(player: string, { refused, leaseId }: Outcome): Promise<void> {
    try {
      const applied = (await players.find(player))?.unacknowledged ?? [];
      const { bridge, reach, log } = deps;
      const known = await acknowledge({ bridge, applied, refused, leaseId, reach, log });
      if (known.length === 0) return;
      await players.exclusively(player, async () => {
        const record = await players.find(player);
        if (!record) return;
        const unacknowledged = record.unacknowledged.filter((id) => !known.includes(id));
        await players.write(player, { ...record, unacknowledged });
      });
    } catch (error) {
      if (!deps.bridge.signal.aborted) {
        deps.log.warn(`Deliveries of ${player} are not acknowledged yet.`, error);
      }
    }
  }

  /** The game's word on a player: at intervals while online, and at the end. */
  function store(player: string, given: { save: Uint8Array; nodeId: number; isLogout: boolean }) {
    return players.exclusively(player, async () => {
      const record = (await players.find(player)) ?? newRecord;
      const judged = judgeSave(record, given);
      if ('problem' in judged) {
        await keepRejected(player, given.save, judged.problem);
        if (!given.isLogout || record.session?.nodeId !== given.nodeId) return;
        await write(player, { ...record, session: null });
        return;
      }
      if (judged.isKnown) return;
      const savedAt = new Date().toISOString();
      const save = Buffer.from(given.save).toString('base64');
      const session = given.isLogout ? null : record.session;
      await write(player, { ...record, save, savedAt, session });
      deps.onSaved(player, judged.save, savedAt);
    });
  }

  /** A refused save may be all that is left of an evening: it is put aside for the operator. */
  async function keepRejected(player: string, save: Uint8Array, problem: string): Promise<void> {
    const folder = path.join(deps.stateDir, 'rejected');
    deps.log.warn(`A save of ${player} was refused: ${problem} It is kept in ${folder}.`);
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length >= rejectedKept) return;
    const name = `${toUsernameKey(player).replaceAll(' ', '_')}-${Date.now()}.sav`;
    await writeDurably(path.join(folder, name), save);
  }

  /** The world has started, or gave the player up: it will send no save of them. */
  function end(player: string, nodeId: number): Promise<void> {
    return players.exclusively(player, async () => {
      const record = await players.find(player);
      if (record?.session?.nodeId === nodeId) await write(player, { ...record, session: null });
    });
  }

  return {
    load,
    open,
    store,
    end,
    async endAll(nodeId: number): Promise<void> {
      for (const [player, session] of online) {
        if (session.nodeId === nodeId) await end(player, nodeId);
      }
    },
    /** Once nothing is under way any more. */
    settled: () => Promise.all(background),
    find: (player: string) => online.get(toUsernameKey(player)),
    names: () => [...online.keys()],
    /** Returns false when the player has never been in the game. */
    setTeleport: (player: string, teleport: NonNullable<PlayerRecord['teleport']>) =>
      players.exclusively(player, async () => {
        const record = await players.find(player);
        if (!record) return false;
        await players.write(player, { ...record, teleport });
        return true;
      }),
  };
}

export type Sessions = ReturnType<typeof createSessions>;

const nothingRefused = { refused: [], leaseId: null };

type Judged = { save: Save; isKnown: boolean } | { problem: string };

function judgeSave(record: PlayerRecord, given: { save: Uint8Array; nodeId: number }): Judged {
  try {
    const save = decodeSave(Buffer.from(given.save).toString('base64'));
    if (!record.session && record.save) {
      // The game repeats a logout until it hears the answer.
      const isKnown = Buffer.from(given.save).toString('base64') === record.save;
      return isKnown ? { save, isKnown } : { problem: 'The player has no open session.' };
    }
    if (record.session && record.session.nodeId !== given.nodeId) {
      return { problem: `The session belongs to world ${record.session.nodeId}.` };
    }
    if (record.save && save.playtime < decodeSave(record.save).playtime) {
      return { problem: 'It is older than the one in store: its playtime went backwards.' };
    }
    return { save, isKnown: false };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return { problem: error.message };
  }
}
