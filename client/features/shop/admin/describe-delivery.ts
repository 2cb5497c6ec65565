import type { Deliverer } from '#shared/game-servers.ts';

type Choice = { itemId: number; serverIds: readonly number[] | null };
type Described = { isSold: boolean; problem: string | null; knownAs: string | null };

/** What the admin should know about the item's id and servers before saving it. */
export function describeDelivery(
  servers: readonly Deliverer[],
  { itemId, serverIds }: Choice,
): Described {
  const chosen = servers.filter(
    ({ id, delivers }) => delivers && (serverIds === null || serverIds.includes(id)),
  );
  const having = chosen.filter(({ hasItem }) => hasItem !== false);
  const lacking = chosen.filter(({ hasItem }) => hasItem === false);
  const isSold = having.length > 0;
  return { isSold, problem: describeProblem(), knownAs: describeNames(having) };

  function describeProblem(): string | null {
    if (chosen.length === 0) {
      return serverIds === null
        ? 'No game server delivers items yet, so players cannot buy this. Give a server a token for deliveries first.'
        : 'None of the chosen game servers can deliver items, so players cannot buy this.';
    }
    if (lacking.length === 0) return null;
    const lack = `${joinNames(lacking)} ${lacking.length === 1 ? 'has' : 'have'} no item ${itemId}`;
    if (!isSold) return `${lack}, so players cannot buy this.`;
    return `${lack}. Players receive it only on ${joinNames(having)}.`;
  }
}

function describeNames(servers: readonly Deliverer[]): string | null {
  const known = servers.filter(({ itemName }) => itemName !== null);
  if (known.length === 0) return null;
  const names = [...new Set(known.map(({ itemName }) => itemName))];
  if (names.length === 1) return `In the game: ${names[0]}.`;
  return `In the game: ${known.map(({ name, itemName }) => `${itemName} (${name})`).join(', ')}.`;
}

function joinNames(servers: readonly Deliverer[]): string {
  return servers.map(({ name }) => name).join(' and ');
}
