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

// While a session is open only the game changes the player's state. Deliveries and teleports are
// written to the save at login, before the game gets it. A save is accepted only from the world that
// holds the session, only if complete, and never if older than the stored one.

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
  | { kind: 'new' }
  | { kind: 'returning'; save: string }
  | { kind: 'reconnected'; save: string | null }
  | { kind: 'already-online' };

type LoginRequest = { nodeId: number; reconnecting: boolean; hasSave: boolean };

const maxRejected = 200;

export function createSessions(deps: SessionDeps) {
  const { players } = deps;
  const online = new Map<string, { nodeId: number; isUnconfirmed: boolean }>();
  const background = new Set<Promise<void>>();

  async function write(player: string, record: PlayerRecord): Promise<PlayerRecord> {
    const next = { ...record, revision: record.revision + 1 };
    await players.write(player, next);
    if (next.session) {
      online.set(toUsernameKey(player), { nodeId: next.session.nodeId, isUnconfirmed: false });
    } else {
      online.delete(toUsernameKey(player));
    }
    return next;
  }

  /** Sessions that were open when the adapter stopped may have ended since, so they are unconfirmed. */
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
      online.set(player, { nodeId: record.session.nodeId, isUnconfirmed: true });
    }
    if (record.unacknowledged.length > 0) finishLater(player, nothingRefused);
    if (record.save && record.savedAt) {
      deps.onSaved(player, decodeSave(record.save), record.savedAt);
    }
  }

  function open(player: string, request: LoginRequest): Promise<Opened> {
    return players.exclusively(player, async () => {
      const record = (await players.find(player)) ?? newRecord;
      if (record.session) return reconnect(player, record, request);
      const session = { nodeId: request.nodeId, openedAt: new Date().toISOString() };
      if (!record.save) {
        await write(player, { ...record, session });
        return { kind: 'new' };
      }
      const { state, refused, leaseId } = await receive(player, { ...record, save: record.save });
      const opened = await write(player, { ...state, session });
      deps.reach('persisted');
      const mustAcknowledge = opened.unacknowledged.length > 0 || refused.length > 0;
      if (mustAcknowledge) finishLater(player, { refused, leaseId });
      return { kind: 'returning', save: state.save };
    });
  }

  function reconnect(player: string, record: PlayerRecord, request: LoginRequest): Opened {
    const { nodeId, reconnecting, hasSave } = request;
    if (!reconnecting || record.session?.nodeId !== nodeId) return { kind: 'already-online' };
    if (hasSave) online.set(toUsernameKey(player), { nodeId, isUnconfirmed: false });
    return { kind: 'reconnected', save: record.save };
  }

  type WithSave = PlayerRecord & { save: string };

  /** Applies a pending teleport and the deliveries to the save. */
  async function receive(
    player: string,
    record: WithSave,
  ): Promise<{ state: WithSave; refused: Refused[]; leaseId: string | null }> {
    let state = record;
    if (state.teleport) {
      const save = encodeSave(movePlayer(decodeSave(state.save), state.teleport));
      state = { ...state, save, teleport: null };
    }
    const { items, leaseId } = await claimDeliveries(player, record);
    deps.reach('claimed');
    const { state: filled, refused } = applyDeliveries(state, items, deposit);
    if (items.length > 0) deps.reach('applied');
    return { state: filled, refused, leaseId };
  }

  async function claimDeliveries(player: string, record: PlayerRecord): Promise<Claim> {
    // After a crash the session name is the same, so the website returns what it already holds.
    const session = `${toUsernameKey(player)} ${record.revision}`;
    try {
      const options = { deadlineMs: deps.gameWaitsMs * 0.3, attempts: 2 };
      return await claim(deps.bridge, { player, session }, options);
    } catch (error) {
      deps.log.warn(
        `Deliveries for ${player} could not be claimed; retrying at the next login.`,
        error,
      );
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

  /** Acknowledges deliveries, then records it. If interrupted, this is repeated at the next start. */
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

  /** Stores a save from the game: an autosave, or the last one at logout. */
  function store(player: string, given: { save: Uint8Array; nodeId: number; isLogout: boolean }) {
    return players.exclusively(player, async () => {
      const record = (await players.find(player)) ?? newRecord;
      const checked = checkSave(record, given);
      if ('problem' in checked) {
        await storeRejected(player, given.save, checked.problem);
        if (!given.isLogout || record.session?.nodeId !== given.nodeId) return;
        await write(player, { ...record, session: null });
        return;
      }
      if (checked.isKnown) return;
      const savedAt = new Date().toISOString();
      const save = Buffer.from(given.save).toString('base64');
      const session = given.isLogout ? null : record.session;
      await write(player, { ...record, save, savedAt, session });
      deps.onSaved(player, checked.save, savedAt);
    });
  }

  /** A refused save may be the only copy of the player's progress, so it is kept for the operator. */
  async function storeRejected(player: string, save: Uint8Array, problem: string): Promise<void> {
    const folder = path.join(deps.stateDir, 'rejected');
    deps.log.warn(`A save of ${player} was refused: ${problem} It is kept in ${folder}.`);
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length >= maxRejected) return;
    const name = `${toUsernameKey(player).replaceAll(' ', '_')}-${Date.now()}.sav`;
    await writeDurably(path.join(folder, name), save);
  }

  /** Called when the world restarted or dropped the player: it will not send a save. */
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
    /** Resolves when all background work is done. */
    settled: () => Promise.all(background),
    find: (player: string) => online.get(toUsernameKey(player)),
    names: () => [...online.keys()],
    /** Returns false if the player has never logged in to the game. */
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

type CheckedSave = { save: Save; isKnown: boolean } | { problem: string };

function checkSave(record: PlayerRecord, given: { save: Uint8Array; nodeId: number }): CheckedSave {
  try {
    const save = decodeSave(Buffer.from(given.save).toString('base64'));
    if (!record.session && record.save) {
      // The game repeats a logout until it gets the answer.
      const isKnown = Buffer.from(given.save).toString('base64') === record.save;
      return isKnown ? { save, isKnown } : { problem: 'The player has no open session.' };
    }
    if (record.session && record.session.nodeId !== given.nodeId) {
      return { problem: `The session belongs to world ${record.session.nodeId}.` };
    }
    if (record.save && save.playtime < decodeSave(record.save).playtime) {
      return { problem: 'It is older than the stored save: its playtime went backwards.' };
    }
    return { save, isKnown: false };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return { problem: error.message };
  }
}
