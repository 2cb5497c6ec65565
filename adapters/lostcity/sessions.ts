import { toUsernameKey } from '#shared/rules/usernames.ts';

import { checkSave, digestOf, isRepeatedLogout, toBase64 } from './check-save.ts';
import type { GivenSave } from './check-save.ts';
import { createOpenSessions } from './open-sessions.ts';
import { decodeSave, encodeSave, newRecord } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { createDeliveries } from './receive-deliveries.ts';
import type { DeliveryDeps, WithSave } from './receive-deliveries.ts';
import type { RejectedSaves } from './rejected-saves.ts';
import { movePlayer } from './save-edit.ts';
import { SaveError } from './save-format.ts';
import type { Save } from './save-format.ts';

// An account has at most one open session, and its save is handed out only when one is opened. While it
// is open only the game changes the player's state. Deliveries and teleports are written to the save at
// login, before the game gets it. A save is accepted only from the world that holds the session, only if
// complete, and never if older than the stored one.
//
// A session may be in doubt: the adapter was killed before the game got its answer, or the game crashed
// and restarted while the adapter was down. Then only the world itself knows whether the player is in
// it, and it refuses a second player of the same name. So a login from this world is let in with the
// stored save, exactly as it is. If the player is in the world, the world refuses the login and the
// session goes on. If not, the player continues from the stored save. No delivery is put into this save,
// because it would be lost if the world throws the save away.

export type SessionDeps = DeliveryDeps & {
  rejected: RejectedSaves;
  /** After this time a player who was let in is in the world. */
  entryMs: number;
  /** Whether the world can be asked to kick the player, which is the surer way to clear a doubt. */
  canAsk: (nodeId: number) => boolean;
  onSaved: (player: string, save: Save, savedAt: string) => void;
};

export type Opened =
  | { kind: 'new' }
  | { kind: 'returning'; save: string }
  /** The player is in the world, which therefore gets no save. */
  | { kind: 'reconnected' }
  | { kind: 'already-online' }
  /** The player's last save waits for a program that can read it. */
  | { kind: 'unreadable'; problem: string };

export type LoginRequest = {
  nodeId: number;
  username: string;
  reconnecting: boolean;
  /** Whether the player is in the world. The game says so only when reconnecting. */
  hasSave: boolean;
};

export function createSessions(deps: SessionDeps) {
  const { players } = deps;
  const online = createOpenSessions(deps);
  const deliveries = createDeliveries(deps);

  async function load(player: string): Promise<PlayerRecord | undefined> {
    const record = await players.find(player);
    return record && { ...newRecord, ...record };
  }

  async function write(player: string, record: PlayerRecord): Promise<PlayerRecord> {
    const next = { ...record, revision: record.revision + 1 };
    await players.write(player, next);
    return next;
  }

  async function loadAll(): Promise<void> {
    for (const player of await players.list()) {
      try {
        await loadOne(player);
      } catch (error) {
        deps.log.warn(`The record of ${player} cannot be read.`, error);
      }
    }
  }

  async function loadOne(player: string): Promise<void> {
    const record = await load(player);
    if (!record) return;
    if (record.session) online.set(player, record.session, true);
    deliveries.finishLater(player, record);
    if (record.save && record.savedAt) {
      deps.onSaved(player, decodeSave(record.save), record.savedAt);
    }
  }

  function open(player: string, request: LoginRequest): Promise<Opened> {
    return players.exclusively(player, async () => {
      const stored = (await load(player)) ?? newRecord;
      if (request.reconnecting && request.hasSave) return reconnect(player, stored, request);
      if (stored.session && !mayEnterAgain(player, stored, request)) {
        return { kind: 'already-online' };
      }
      const record = readUnread(stored);
      if (record.unread) return { kind: 'unreadable', problem: record.unread.problem };
      const isInDoubt = record.session !== null || record.abandonedBy !== null;
      const opened = await (isInDoubt ? enterUnchanged : enter)(player, record, request);
      if (stored.unread) await deps.rejected.forgetUnread(player);
      return opened;
    });
  }

  /** The world has the player and asks whether a new connection may take over. */
  async function reconnect(
    player: string,
    record: PlayerRecord,
    request: LoginRequest,
  ): Promise<Opened> {
    const { nodeId, username } = request;
    if ((record.session?.nodeId ?? record.abandonedBy) !== nodeId) {
      return { kind: 'already-online' };
    }
    if (!record.session) await startSession(player, record, request);
    online.notePresence(nodeId, username, true);
    return { kind: 'reconnected' };
  }

  function mayEnterAgain(player: string, { session }: PlayerRecord, { nodeId }: LoginRequest) {
    return session?.nodeId === nodeId && online.isDoubtful(player) && !deps.canAsk(nodeId);
  }

  async function enterUnchanged(
    player: string,
    record: PlayerRecord,
    request: LoginRequest,
  ): Promise<Opened> {
    await startSession(player, record, request);
    return record.save ? { kind: 'returning', save: record.save } : { kind: 'new' };
  }

  async function enter(
    player: string,
    record: PlayerRecord,
    request: LoginRequest,
  ): Promise<Opened> {
    if (!record.save) return enterUnchanged(player, record, request);
    const moved = applyTeleport({ ...record, save: record.save });
    const { state, outcome } = await deliveries.receive(player, moved);
    const opened = await startSession(player, state, request);
    deps.reach('persisted');
    deliveries.finishLater(player, opened, outcome);
    return { kind: 'returning', save: state.save };
  }

  async function startSession(
    player: string,
    record: PlayerRecord,
    { nodeId, username }: Pick<LoginRequest, 'nodeId' | 'username'>,
  ): Promise<PlayerRecord> {
    const session = { nodeId, username, openedAt: new Date().toISOString() };
    const opened = await write(player, { ...record, session, abandonedBy: null });
    online.set(player, session);
    return opened;
  }

  async function endSession(player: string, record: PlayerRecord): Promise<void> {
    await write(player, { ...record, session: null });
    online.delete(player);
  }

  /** Stores a save from the game: an autosave, or the last one at logout. */
  function store(player: string, given: GivenSave): Promise<void> {
    return players.exclusively(player, async () => {
      const record = (await load(player)) ?? newRecord;
      if (isRepeatedLogout(record, given)) return endRefusedLogin(player, record, given);
      const checked = checkSave(record, given);
      const savedAt = new Date().toISOString();
      if ('save' in checked) {
        const saved = { ...record, save: toBase64(given.save), savedAt, unread: null };
        await writeSaved(player, saved, given);
        if (record.unread) await deps.rejected.forgetUnread(player);
        deps.onSaved(player, checked.save, savedAt);
      } else if (checked.isIntact) {
        await deps.rejected.keepUnread(player, given.save, `${player}: ${checked.problem}`);
        const unread = { save: toBase64(given.save), savedAt, problem: checked.problem };
        await writeSaved(player, { ...record, unread }, given);
      } else {
        await deps.rejected.keep(player, given.save, `${player}: ${checked.problem}`);
        const isOver = given.isLogout && record.session?.nodeId === given.nodeId;
        if (isOver) await endSession(player, record);
      }
    });
  }

  async function writeSaved(player: string, record: PlayerRecord, given: GivenSave): Promise<void> {
    if (given.isLogout) {
      const lastLogout = digestOf(given.save);
      await endSession(player, { ...record, abandonedBy: null, lastLogout });
    } else if (record.session) {
      await write(player, record);
      online.noteSaved(player);
    } else {
      // The world still has the player, so the session goes on.
      await startSession(player, record, { nodeId: given.nodeId, username: player });
    }
  }

  /** The game refuses logins while it repeats a logout, so a session opened meanwhile ends. Deliveries stay in its save. */
  async function endRefusedLogin(
    player: string,
    record: PlayerRecord,
    { nodeId }: GivenSave,
  ): Promise<void> {
    if (record.session?.nodeId !== nodeId || online.find(player)?.isSeen) return;
    await endSession(player, record);
  }

  /** Called when the world says that the player is not in it. */
  function end(player: string, nodeId: number, openedUntil?: string): Promise<void> {
    return players.exclusively(player, async () => {
      const record = await load(player);
      if (record?.session?.nodeId !== nodeId) return;
      if (openedUntil && record.session.openedAt > openedUntil) return;
      await endSession(player, record);
    });
  }

  /** Called when the player seems to have left the world, though it has not said so. */
  function abandon(player: string, nodeId: number): Promise<void> {
    return players.exclusively(player, async () => {
      const record = await load(player);
      if (record?.session?.nodeId !== nodeId || !online.isDoubtful(player)) return;
      deps.log.info(`Closing the session of ${player}: it no longer exists in the game.`);
      await endSession(player, { ...record, abandonedBy: nodeId });
    });
  }

  /** Called when the answer to a login could not be sent. */
  function takeBack(player: string, nodeId: number): Promise<void> {
    return players.exclusively(player, async () => {
      const record = await load(player);
      if (record?.session?.nodeId !== nodeId) return;
      // If the session was in doubt, the player may be in the world all the same.
      await endSession(player, { ...record, abandonedBy: nodeId });
    });
  }

  return {
    takeBack,
    load: loadAll,
    open,
    store,
    end,
    abandon,
    online,
    /** Ends the sessions from before this call. Players may log in again before the last one has ended. */
    async endAll(nodeId: number): Promise<void> {
      const openedUntil = new Date().toISOString();
      for (const player of online.of(nodeId)) await end(player, nodeId, openedUntil);
    },
    settled: deliveries.settled,
    /** Moves the player's record. The player must have left the game. */
    rename(player: string, name: string): Promise<'renamed' | 'missing' | 'taken' | 'online'> {
      const [first = '', second = ''] = [player, name].map(toUsernameKey).toSorted();
      return players.exclusively(first, () =>
        players.exclusively(second, async () =>
          (await load(player))?.session ? 'online' : players.rename(player, name),
        ),
      );
    },
    /** Returns false if the player has never logged in to the game. */
    setTeleport: (player: string, teleport: NonNullable<PlayerRecord['teleport']>) =>
      players.exclusively(player, async () => {
        const record = await load(player);
        if (!record) return false;
        await players.write(player, { ...record, teleport });
        return true;
      }),
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** An update of the adapter may have learned to read the save. */
function readUnread(record: PlayerRecord): PlayerRecord {
  if (!record.unread) return record;
  const { save, savedAt } = record.unread;
  try {
    decodeSave(save);
  } catch (error) {
    if (error instanceof SaveError) return record;
    throw error;
  }
  return { ...record, save, savedAt, unread: null };
}

function applyTeleport(record: WithSave): WithSave {
  if (!record.teleport) return record;
  const save = encodeSave(movePlayer(decodeSave(record.save), record.teleport));
  return { ...record, save, teleport: null };
}
