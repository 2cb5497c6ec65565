import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
  BridgeCommand,
  CommandArgs,
  ModerationEvent,
} from '#shared/endpoints/bridge-commands.ts';
import type { BridgeDelivery, GameItemList } from '#shared/endpoints/bridge-deliveries.ts';
import type { GameContract, GameLogin, Heartbeat, HiscoreRow } from '#shared/endpoints/bridge.ts';
import { getHiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import { listSkills } from '#shared/endpoints/hiscores.ts';
import type { CommandType } from '#shared/rules/commands.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

/** An in-memory fake of the website's bridge API, for adapter tests. */
export type FakeAccount = {
  password: string;
  rank?: number;
  ban?: { reason: string };
  /** Null: for ever. */
  mutedUntil?: string | null;
};

type Delivery = {
  id: string;
  player: string;
  itemId: number;
  quantity: number;
  more: Partial<BridgeDelivery>;
  state: 'queued' | 'claimed' | 'delivered' | 'failed';
  session: string | null;
  leaseUntil: number;
  acks: string[];
};

type Options = { leaseMs?: number; port?: number; skillCount?: number };
type ClaimBody = { player: string; session: string; limit?: number };
type Fault = 'before' | 'after' | undefined;

const token = `gb_1_${'x'.repeat(43)}`;
const base = '/api/bridge/v1';

export type FakeSite = Awaited<ReturnType<typeof startFakeSite>>;

export async function startFakeSite({
  leaseMs = 120_000,
  port = 0,
  skillCount = 21,
}: Options = {}) {
  /** Only their ids matter to adapters; Hitpoints starts with level 10. */
  const skills = Array.from({ length: skillCount }, (_, gameId) => ({
    name: `Skill ${gameId}`,
    icon: 'skill',
    gameId,
    startLevel: gameId === 3 ? 10 : 1,
  }));
  const accounts = new Map<string, FakeAccount>();
  const deliveries = new Map<string, Delivery>();
  const commands: BridgeCommand[] = [];
  const results = new Map<number, { status: string; detail?: string }>();
  const heartbeats: Heartbeat[] = [];
  const groups = [
    {
      name: 'Bosses',
      counters: [{ name: 'Ash Giant', key: 'ash-giant', icon: 'giant', minimum: 1 }],
    },
  ];
  const hiscores = new Map<string, HiscoreRow>();
  const itemLists: GameItemList[] = [];
  const batches: HiscoreRow[][] = [];
  const events: ModerationEvent[] = [];
  const nameClaims: { player: string; code: string }[] = [];
  const answered = new Map<string, unknown>();
  const wakers = new Set<() => void>();
  let contracts: GameContract[] = [];
  let isCounted = true;
  /** Drops requests before or after they take effect; a promise delays the request. */
  let fault: ((path: string) => Fault | Promise<Fault>) | undefined;

  function logIn({ name, password }: { name: string; password: string }): GameLogin {
    const account = accounts.get(toUsernameKey(name));
    const refuse = (code: 'wrong-credentials' | 'banned' | 'too-many-attempts') =>
      ({ ok: false, code, message: code, reason: null, until: null }) as const;
    if (password === 'throttled') return refuse('too-many-attempts');
    if (!account || account.password !== password) return refuse('wrong-credentials');
    if (account.ban) return refuse('banned');
    return {
      ok: true,
      accountId: [...accounts.keys()].indexOf(toUsernameKey(name)) + 1,
      name,
      rank: account.rank ?? 0,
      mutedUntil: account.mutedUntil ?? null,
      isMuted: account.mutedUntil !== undefined,
    };
  }

  function claim({ player, session, limit = 20 }: ClaimBody) {
    const key = toUsernameKey(player);
    const items = [...deliveries.values()]
      .filter(
        (one) =>
          one.player === key &&
          (one.state === 'queued' ||
            (one.state === 'claimed' && (one.session === session || one.leaseUntil < Date.now()))),
      )
      .slice(0, limit);
    for (const item of items) {
      Object.assign(item, { state: 'claimed', session, leaseUntil: Date.now() + leaseMs });
    }
    return {
      leaseId: items.length > 0 ? randomUUID() : null,
      leaseUntil: null,
      hasAccount: accounts.has(key),
      items: items.map(({ id, itemId, quantity, more }) => ({
        id,
        itemId,
        quantity,
        itemName: `Item ${itemId}`,
        ...more,
      })),
    };
  }

  function acknowledge(id: string, body: { status: string; reason?: string; retryable?: boolean }) {
    const delivery = deliveries.get(id);
    if (!delivery) throw new Refusal(404, 'bridge/delivery-not-found');
    delivery.acks.push(body.status === 'failed' ? `failed: ${body.reason}` : body.status);
    if (body.status === 'applied') delivery.state = 'delivered';
    else if (delivery.state === 'claimed') delivery.state = body.retryable ? 'queued' : 'failed';
    return { id, state: delivery.state };
  }

  async function poll(query: URLSearchParams, closed: Promise<unknown>) {
    const after = Number(query.get('after') ?? 0);
    const open = () => commands.filter(({ id }) => id > after && !results.has(id));
    if (open().length === 0) await waitForCommand(Number(query.get('wait') ?? 0) * 1000, closed);
    return { commands: open() };
  }

  function waitForCommand(ms: number, closed: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(finish, ms);
      function finish(): void {
        clearTimeout(timer);
        wakers.delete(finish);
        resolve();
      }
      wakers.add(finish);
      void closed.then(finish);
    });
  }

  function storeResult(id: number, result: { status: string; detail?: string }) {
    if (!commands.some((one) => one.id === id)) throw new Refusal(404, 'bridge/command-not-found');
    if (!results.has(id)) results.set(id, result);
    return { id, state: results.get(id)?.status };
  }

  function storeHiscores({ players }: { players: HiscoreRow[] }) {
    batches.push(players);
    if (!isCounted) {
      const reason = 'server-not-counted';
      const results = players.map(({ name }) => ({
        name,
        status: 'ignored',
        reason,
        hasAccount: true,
      }));
      return { accepted: 0, ignored: players.length, rejected: 0, results };
    }
    for (const row of players) hiscores.set(toUsernameKey(row.name), row);
    const results = players.map(({ name }) => ({ name, status: 'accepted', hasAccount: true }));
    return { accepted: players.length, ignored: 0, rejected: 0, results };
  }

  // The fake does not validate bodies: the adapters' types guarantee them.
  async function route(url: URL, body: never, closed: Promise<unknown>): Promise<unknown> {
    const path = url.pathname.slice(base.length);
    if (path === '/heartbeat') {
      heartbeats.push(body);
      return { serverId: 1, serverTime: new Date().toISOString(), commandsWaiting: 0 };
    }
    if (path === '/hiscores') return storeHiscores(body);
    if (path === '/items') {
      itemLists.push(body);
      return { items: 1 };
    }
    if (path === '/deliveries/claim') return claim(body);
    if (path === '/commands') return poll(url.searchParams, closed);
    if (path === '/login') return logIn(body);
    if (path === '/name-claims') {
      nameClaims.push(body);
      return { isClaimed: true };
    }
    if (path === '/contracts') return { contracts };
    if (path === '/sanctions') return { asOf: new Date().toISOString(), sanctions: [] };
    if (path === '/moderation-events') {
      const { events: given } = body as { events: ModerationEvent[] };
      events.push(...given);
      return { results: given.map(({ player }) => ({ player, status: 'accepted' })) };
    }
    const [, kind, id = '', last] = path.split('/');
    if (kind === 'deliveries' && last === 'ack') return acknowledge(id, body);
    if (kind === 'commands' && last === 'result') return storeResult(Number(id), body);
    throw new Refusal(404, 'request/not-found');
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://site');
    const closed = once(response, 'close').catch(() => {});
    const text = await readBody(request);
    const problem = await fault?.(url.pathname);
    if (problem === 'before') return void request.socket.destroy();
    const reply = (status: number, answer: unknown): void => {
      if (problem === 'after') return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    };
    try {
      if (url.pathname === listSkills.path) return reply(200, { skills });
      if (url.pathname === getHiscoreLists.path) return reply(200, { groups });
      if (!url.pathname.startsWith(base)) throw new Refusal(404, 'request/not-found');
      if (request.headers.authorization !== `Bearer ${token}`) {
        throw new Refusal(401, 'bridge/token-refused');
      }
      const key = request.headers['idempotency-key'];
      if (request.method === 'POST' && !key) throw new Refusal(400, 'request/invalid');
      const known = key ? answered.get(String(key)) : undefined;
      const body = (text ? JSON.parse(text) : undefined) as never;
      const answer = known ?? (await route(url, body, closed));
      if (key) answered.set(String(key), answer);
      reply(200, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(error.status, { error: error.message, code: error.message, requestId: 'x' });
    }
  }

  let server: Server | undefined;
  let boundPort = port;

  async function open(): Promise<void> {
    server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    server.listen(boundPort, '127.0.0.1');
    await once(server, 'listening');
    boundPort = (server.address() as AddressInfo).port;
  }

  /** Stops the server but keeps its state. */
  async function stop(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    closing.closeAllConnections();
    closing.close();
    await once(closing, 'close');
  }

  await open();
  return {
    url: `http://127.0.0.1:${boundPort}`,
    token,
    accounts,
    deliveries,
    commands,
    heartbeats,
    hiscores,
    batches,
    itemLists,
    events,
    nameClaims,
    open,
    stop,
    setCounted(next: boolean) {
      isCounted = next;
    },
    setContracts(list: GameContract[]) {
      contracts = list;
    },
    setFault(next: typeof fault) {
      fault = next;
    },
    addAccount(name: string, account: FakeAccount) {
      accounts.set(toUsernameKey(name), account);
    },
    addDelivery(
      player: string,
      itemId: number,
      quantity: number,
      more: Partial<BridgeDelivery> = {},
    ): Delivery {
      const delivery: Delivery = {
        id: randomUUID(),
        player: toUsernameKey(player),
        itemId,
        quantity,
        more,
        state: 'queued',
        session: null,
        leaseUntil: 0,
        acks: [],
      };
      deliveries.set(delivery.id, delivery);
      return delivery;
    },
    queue<Type extends CommandType>(type: Type, args: CommandArgs[Type], notAfter?: Date) {
      const id = commands.length + 1;
      const command = { id, type, args, notAfter: notAfter?.toISOString() ?? null };
      // The signature ensures that the arguments match the type.
      commands.push(command as unknown as BridgeCommand);
      for (const wake of wakers) wake();
      return id;
    },
    resultOf: (id: number) => results.get(id),
    forgetResults: () => results.clear(),
  };
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
