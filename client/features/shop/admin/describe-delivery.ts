import type { Deliverer } from '#shared/endpoints/game-servers.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

type Choice = { kind: ProductKind; itemId: number; serverIds: readonly number[] | null };
type Described = {
  isSold: boolean;
  /** Why players cannot buy it, or where they do not receive it. */
  problem: string | null;
  /** Why it is sold, if nothing is wrong. */
  reason: string | null;
  knownAs: string | null;
};

const many = {
  item: 'items',
  rank: 'ranks',
  membership: 'memberships',
  command: 'commands',
  bundle: 'bundles as one',
};

const names = new Intl.ListFormat('en', { type: 'conjunction' });

export function describeDelivery(
  servers: readonly Deliverer[],
  { kind, itemId, serverIds }: Choice,
): Described {
  const chosen = servers.filter(
    ({ id, delivers }) => delivers && (serverIds === null || serverIds.includes(id)),
  );
  const silent = chosen.filter(({ hasConnected }) => !hasConnected);
  const connected = chosen.filter(({ hasConnected }) => hasConnected);
  const having = connected.filter(({ kinds, hasItem }) =>
    kind === 'item' ? hasItem !== false : kinds.includes(kind),
  );
  const lacking = connected.filter((server) => !having.includes(server));
  const isSold = having.length > 0;
  const problem = describeProblem();
  return {
    isSold,
    problem,
    reason: problem ? null : describeReason(having, kind),
    knownAs: kind === 'item' ? describeNames(having) : null,
  };

  function describeLack(servers: readonly Deliverer[]): string {
    return kind === 'item' ? `${have(servers)} no item ${itemId}` : `cannot deliver ${many[kind]}`;
  }

  function describeProblem(): string | null {
    if (chosen.length === 0) {
      return serverIds === null
        ? 'No game server delivers items yet, so players cannot buy this. Give a server a token for deliveries first.'
        : 'None of the chosen game servers can deliver items, so players cannot buy this.';
    }
    const facts = [
      ...(lacking.length > 0 ? [`${joinNames(lacking)} ${describeLack(lacking)}`] : []),
      ...(silent.length > 0 ? [`${joinNames(silent)} ${have(silent)} never connected`] : []),
    ].join(', and ');
    if (!facts) return null;
    if (isSold) return `${facts}. Players receive it only on ${joinNames(having)}.`;
    const advice = silent.length > 0 ? ' Start the game with its token first.' : '';
    return `${facts}, so players cannot buy this.${advice}`;
  }
}

/** A server without an item list counts as having every item, which can be wrong. */
function describeReason(having: readonly Deliverer[], kind: ProductKind): string {
  const unlisted = having.filter(({ hasItem }) => kind === 'item' && hasItem === null);
  const delivered = `${joinNames(having)} ${having.length === 1 ? 'delivers' : 'deliver'} it.`;
  if (unlisted.length === 0) return delivered;
  return `${delivered} ${joinNames(unlisted)} ${have(unlisted)} not reported which items the game has, so the id is not checked.`;
}

function describeNames(servers: readonly Deliverer[]): string | null {
  const known = servers.filter(({ itemName }) => itemName !== null);
  if (known.length === 0) return null;
  const itemNames = [...new Set(known.map(({ itemName }) => itemName))];
  if (itemNames.length === 1) return `In the game: ${itemNames[0]}.`;
  return `In the game: ${known.map(({ name, itemName }) => `${itemName} (${name})`).join(', ')}.`;
}

function joinNames(servers: readonly Deliverer[]): string {
  return names.format(servers.map(({ name }) => name));
}

function have(servers: readonly Deliverer[]): string {
  return servers.length === 1 ? 'has' : 'have';
}
