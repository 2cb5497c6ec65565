type ShopSearch = {
  isTopUpOpen: boolean;
  /** Id of the checkout session or the order that the payment page returned from. */
  order: string | undefined;
  isCanceled: boolean;
};

export function readShopSearch(search: Record<string, unknown>): ShopSearch {
  const { topup, session_id: sessionId, order, canceled } = search;
  return {
    isTopUpOpen: topup === true,
    order: readId(order) ?? readId(sessionId),
    isCanceled: canceled !== undefined && canceled !== false,
  };
}

/** The router parses an all-digit id as a number. */
function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
