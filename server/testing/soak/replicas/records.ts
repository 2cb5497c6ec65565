/**
 * The answers of the site, which are compared with the database at the end. The records
 * are copied when the database is, and put back when the copy is restored, so both forget the same.
 */
export type Records = {
  /** Checkouts that were opened, by order id. */
  orders: Map<string, { accountId: number; coins: number }>;
  /** Ids of orders whose payment was answered. */
  paid: Set<string>;
  /** By idempotency key. */
  purchases: Map<string, { accountId: number; purchaseId: string; itemId: number; price: number }>;
  /** Ids of purchases whose coins were given back; `unsure` where the first answer was lost. */
  canceled: { sure: Set<string>; unsure: Set<string> };
  /** Refunds of orders that were answered with success, by key. */
  refunds: Map<string, { orderId: string; amount: number }>;
  /** Orders with a dispute that the harness opened and has not closed. */
  disputed: Set<string>;
  /** By poll id. */
  polls: Map<string, PollRecord>;
  /** The last answered press, by event id and account id. */
  attendance: Map<string, 'interested' | 'going' | 'none'>;
  /** The last accepted report, by player name. */
  hiscores: Map<string, { observedAt: number; xpTenths: number[] }>;
  /** Deliveries whose acknowledgement as applied was answered. */
  acknowledged: Set<string>;
  /** Answered results, by command id. */
  commandResults: Map<number, string>;
  /** Posts that can be deleted again. */
  posts: string[];
};

export type PollRecord = {
  isEnded: boolean;
  /** Every ballot that was sent, by account id. */
  sent: Map<number, Set<string>>;
  voted: Set<number>;
  /** Accounts whose first answer was lost and that found the poll closed later. */
  unsure: Set<number>;
};

export function createRecords(): Records {
  return {
    orders: new Map(),
    paid: new Set(),
    purchases: new Map(),
    canceled: { sure: new Set(), unsure: new Set() },
    refunds: new Map(),
    disputed: new Set(),
    polls: new Map(),
    attendance: new Map(),
    hiscores: new Map(),
    acknowledged: new Set(),
    commandResults: new Map(),
    posts: [],
  };
}

/** Keeps the object, because the actors hold it. */
export function putBack(records: Records, copy: Records): void {
  Object.assign(records, structuredClone(copy));
}

/** Breaches seen while the site was running, and at the end. */
export type Breaches = { add(text: string): void; list(): string[] };

const mostListed = 200;

export function createBreaches(): Breaches {
  const found: string[] = [];
  let more = 0;
  return {
    add(text) {
      console.error(`  BREACH ${text}`);
      if (found.length < mostListed) found.push(text);
      else more += 1;
    },
    list: () => (more > 0 ? [...found, `and ${more} more`] : [...found]),
  };
}
