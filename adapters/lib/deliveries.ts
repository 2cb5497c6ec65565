import type { CallInput } from '#shared/endpoint.ts';
import { ackDelivery, claimDeliveries } from '#shared/endpoints/bridge-deliveries.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import { BridgeRefusal } from './bridge-client.ts';
import type { Bridge, CallOptions } from './bridge-client.ts';
import type { ReachPoint } from './kill-points.ts';
import type { Log } from './log.ts';

// Every delivery takes effect exactly once: its id is added to `applied` in the same durable write as
// what was given. If anything fails after that, the website offers the delivery again, `applied` prevents a
// second application, and only the acknowledgement is repeated.

/** Part of every player's record. */
export type DeliveryNotes = {
  /** Ids are never removed: a delivery may be offered again at any time. */
  applied: string[];
  /** Applied, but perhaps not acknowledged yet. */
  unacknowledged: string[];
};

export type Refused = { id: string; reason: string; retryable: boolean };
export type Claim = {
  leaseId: string | null;
  items: BridgeDelivery[];
  /** Undefined if the website is of an older version, which does not say it. */
  hasAccount?: boolean | undefined;
};
export type Applied<State> = { state: State } | { refusal: string; retryable: boolean };

export const noDeliveries: DeliveryNotes = { applied: [], unacknowledged: [] };

export function claim(
  bridge: Bridge,
  { player, session }: { player: string; session: string },
  options?: CallOptions,
): Promise<Claim> {
  return bridge.call(
    claimDeliveries,
    { body: { player, session, limit: bridgeLimits.claimLimit } },
    options,
  );
}

const maxPages = 20;

/** One claim returns at most 50, and the same session would get these again: each further page has its own session. */
export async function claimAll(
  bridge: Bridge,
  { player, session }: { player: string; session: string },
  options: CallOptions & { deadlineMs: number },
): Promise<Claim> {
  const started = Date.now();
  const first = await claim(bridge, { player, session }, options);
  const items = [...first.items];
  let { length } = items;
  for (let page = 2; page <= maxPages && length === bridgeLimits.claimLimit; page++) {
    // The caller waits, and the next page may take as long as this one.
    if (Date.now() - started > options.deadlineMs / 2) break;
    try {
      const next = await claim(bridge, { player, session: `${session} page ${page}` }, options);
      length = next.items.length;
      items.push(...next.items);
    } catch (error) {
      if (bridge.signal.aborted) throw error;
      break;
    }
  }
  return { ...first, items };
}

type Apply<State> = (state: State, item: BridgeDelivery) => Applied<State>;

/**
 * Pure function. The caller must store the returned state before acknowledging. `kinds` are the ones that the
 * game's heartbeat names; others are refused. `apply` gets the items of a bundle one by one.
 */
export function applyDeliveries<State extends DeliveryNotes>(
  state: State,
  items: readonly BridgeDelivery[],
  { kinds, apply }: { kinds: readonly ProductKind[]; apply: Apply<State> },
): { state: State; refused: Refused[] } {
  let current = state;
  const refused: Refused[] = [];
  for (const item of items) {
    if (current.applied.includes(item.id)) {
      current = withUnacknowledged(current, item.id);
      continue;
    }
    const result = kinds.includes(item.kind ?? 'item')
      ? applyWhole(current, item, apply)
      : { refusal: `The game cannot deliver a ${item.kind}.`, retryable: false };
    if ('refusal' in result) {
      refused.push({ id: item.id, reason: result.refusal, retryable: result.retryable });
    } else {
      current = withUnacknowledged(
        { ...result.state, applied: [...current.applied, item.id] },
        item.id,
      );
    }
  }
  return { state: current, refused };
}

/** If one item of a bundle does not fit, the player gets none of them. */
function applyWhole<State>(
  state: State,
  item: BridgeDelivery,
  apply: Apply<State>,
): Applied<State> {
  if (item.kind !== 'bundle') return apply(state, item);
  let current = state;
  for (const part of item.contents ?? []) {
    const result = apply(current, { id: item.id, ...part });
    if ('refusal' in result) return result;
    current = result.state;
  }
  return { state: current };
}

function withUnacknowledged<State extends DeliveryNotes>(state: State, id: string): State {
  if (state.unacknowledged.includes(id)) return state;
  return { ...state, unacknowledged: [...state.unacknowledged, id] };
}

type AckOptions = {
  bridge: Bridge;
  applied: readonly string[];
  refused: readonly Refused[];
  leaseId: string | null;
  reach: ReachPoint;
  log: Log;
};

/** Returns the applied ids that the website now knows about. */
export async function acknowledge(options: AckOptions): Promise<string[]> {
  const { bridge, applied, refused, reach, log } = options;
  const lease = options.leaseId ? { leaseId: options.leaseId } : {};
  for (const id of applied) {
    // Sent without the lease: the item was applied, even if the lease has passed to another game.
    await sendAck(bridge, { params: { id }, body: { status: 'applied' } }, log);
    reach('acknowledged');
  }
  for (const { id, reason, retryable } of refused) {
    const body = { status: 'failed' as const, reason, retryable, ...lease };
    await sendAck(bridge, { params: { id }, body }, log);
  }
  return [...applied];
}

type Ack = CallInput<typeof ackDelivery>;

async function sendAck(bridge: Bridge, input: Ack, log: Log): Promise<void> {
  try {
    await bridge.call(ackDelivery, input);
  } catch (error) {
    // If the website still needs this, it offers the delivery again at the next claim.
    if (!(error instanceof BridgeRefusal)) throw error;
    log.warn(`The website refused the acknowledgement of delivery ${input.params.id}.`, error);
  }
}
