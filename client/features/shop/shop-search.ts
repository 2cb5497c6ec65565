type ShopSearch = {
  isToppingOff: boolean;
  /** The checkout, or the order, that a payment came back from. */
  order: string | undefined;
  isCanceled: boolean;
};

export function readShopSearch(search: Record<string, unknown>): ShopSearch {
  const { topoff, session_id: sessionId, order, canceled } = search;
  return {
    isToppingOff: topoff === true,
    order: readId(order) ?? readId(sessionId),
    isCanceled: canceled !== undefined && canceled !== false,
  };
}

/** An id of digits alone arrives as a number. */
function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
