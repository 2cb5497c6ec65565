import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import { acknowledge, applyDeliveries, claimAll } from '../lib/deliveries.ts';
import type { Applied, Claim, Refused } from '../lib/deliveries.ts';
import type { ReachPoint } from '../lib/kill-points.ts';
import type { Log } from '../lib/log.ts';
import type { RecordStore } from '../lib/record-store.ts';
import type { ItemList } from './item-list.ts';
import { decodeSave, encodeSave } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { depositItem } from './save-edit.ts';

export type DeliveryDeps = {
  bridge: Bridge;
  players: RecordStore<PlayerRecord>;
  reach: ReachPoint;
  log: Log;
  /** How long the game waits for the answer to a login. */
  gameWaitsMs: number;
  /** The items of the game, if the adapter knows them. */
  findItems?: (() => Promise<ItemList>) | undefined;
};

/** The save has no place for ranks or memberships, and the game runs no commands for a single player. */
export const deliveryKinds: ProductKind[] = ['item', 'bundle'];

export type WithSave = PlayerRecord & { save: string };
export type DeliveryOutcome = { refused: Refused[]; leaseId: string | null };

const nothingRefused: DeliveryOutcome = { refused: [], leaseId: null };

export function createDeliveries(deps: DeliveryDeps) {
  const { players } = deps;
  const background = new Set<Promise<void>>();

  /** Puts the deliveries into the save. The caller stores it, then calls `finishLater`. */
  async function receive(
    player: string,
    record: WithSave,
  ): Promise<{ state: WithSave; outcome: DeliveryOutcome }> {
    const { items, leaseId } = await claimDeliveries(player, record);
    deps.reach('claimed');
    const known = items.length > 0 ? await deps.findItems?.() : undefined;
    const { state, refused } = applyDeliveries(record, items, {
      kinds: deliveryKinds,
      apply: (current, item) =>
        known?.has(item.itemId) === false ? noSuchItem(item) : deposit(current, item),
    });
    if (items.length > 0) deps.reach('applied');
    return { state, outcome: { refused, leaseId } };
  }

  async function claimDeliveries(player: string, record: PlayerRecord): Promise<Claim> {
    // After a crash the session name is the same, so the website returns what it already holds.
    const session = `${toUsernameKey(player)} ${record.revision}`;
    try {
      const options = { deadlineMs: deps.gameWaitsMs * 0.3, attempts: 2 };
      const claimed = await claimAll(deps.bridge, { player, session }, options);
      if (claimed.hasAccount === false) {
        deps.log.warn(
          `The website has no account called ${player}: purchases cannot reach this player.`,
        );
      }
      return claimed;
    } catch (error) {
      deps.log.warn(
        `Deliveries for ${player} could not be claimed; retrying at the next login.`,
        error,
      );
      return { leaseId: null, items: [] };
    }
  }

  function finishLater(
    player: string,
    record: Pick<PlayerRecord, 'unacknowledged'>,
    outcome = nothingRefused,
  ): void {
    if (record.unacknowledged.length === 0 && outcome.refused.length === 0) return;
    const task = finish(player, outcome);
    background.add(task);
    void task.then(() => background.delete(task));
  }

  /** Acknowledges deliveries, then records it. If interrupted, this is repeated at the next start. */
  async function finish(player: string, { refused, leaseId }: DeliveryOutcome): Promise<void> {
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

  return {
    receive,
    finishLater,
    settled: () => Promise.all(background),
  };
}

/** The game would take it, and throw the player out when the item is touched. */
function noSuchItem({ itemId, itemName }: BridgeDelivery) {
  return { refusal: `The game has no item ${itemId} (${itemName}).`, retryable: false };
}

function deposit(state: WithSave, { itemId, quantity }: BridgeDelivery): Applied<WithSave> {
  const result = depositItem(decodeSave(state.save), { id: itemId, count: quantity });
  if ('refusal' in result) return result;
  return { state: { ...state, save: encodeSave(result.save) } };
}
