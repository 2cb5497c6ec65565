import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { goods, unknownItem } from './torture.ts';
import type { SoakSite } from './torture.ts';

// Runs the built website with its own database, and calls it over HTTP as browsers do.

type Options = { folder: string; port: number; players: readonly string[]; password: string };

type LoginSession = { cookie: string };

const adminAccount = {
  username: 'Overseer',
  email: 'overseer@soak.test',
  password: 'watch over them all',
};
const startMs = 180_000;

export type RealSite = SoakSite & {
  /** Calls the site as an admin: GET, or POST with a body. */
  asAdmin<T>(path: string, body?: object): Promise<T>;
  asPlayer<T>(player: string, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
};

export async function openRealSite(options: Options): Promise<RealSite> {
  const url = `http://127.0.0.1:${options.port}`;
  const env = {
    ENV_FILE: 'none',
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: options.folder,
    PORT: String(options.port),
    SITE_URL: url,
    DEMO: 'off',
    LOG_LEVEL: 'error',
  };
  let site: ChildProcess | undefined;
  let isExpected = true;

  async function start(stderr: 'inherit' | 'ignore' = 'inherit'): Promise<void> {
    isExpected = false;
    site = spawn(process.execPath, ['dist/server/main.js'], {
      env,
      stdio: ['ignore', 'ignore', stderr],
    });
    site.once('exit', (code, signal) => {
      if (isExpected) return;
      console.error(`The website exited unexpectedly: ${signal ?? code}.`);
      process.exit(1);
    });
    const end = Date.now() + startMs;
    while (!(await isReady(url))) {
      if (Date.now() > end) throw new Error('The website did not start.');
      await wait(50);
    }
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (!site) return;
    isExpected = true;
    const exited = once(site, 'exit');
    site.kill(signal);
    await exited;
  }
  process.on('exit', () => site?.kill('SIGKILL'));

  // The command line needs a site that has been started once, and its database for itself.
  // 'ignore', because a site without an admin prints its setup link.
  await start('ignore');
  await stop('SIGTERM');
  await createAdmin(env);
  await start();
  const admin = await signIn(url, adminAccount);
  const buyers = new Map<string, LoginSession>();
  for (const username of options.players) {
    buyers.set(username, await registerBuyer(url, admin, { username, password: options.password }));
  }
  const storeIds = await fillStore(url, admin);

  async function buy(player: string, itemId: number): Promise<void> {
    // Retried with the same key until the purchase is confirmed.
    const headers = { 'idempotency-key': randomUUID() };
    const body = { itemId: storeIds.get(itemId) };
    const buyer = buyers.get(player);
    await retryUntilDone(() => call(url, '/api/shop/buy', { session: buyer, body, headers }));
  }

  return {
    url,
    tokens: {
      simulator: await createToken(url, admin, 'Simulator'),
      lostcity: await createToken(url, admin, 'Lost City'),
    },
    buy,
    async buyUnknown(player, itemId) {
      try {
        await buy(player, itemId);
        return true;
      } catch (error) {
        if (error instanceof HttpError && error.status === 409) return false;
        throw error;
      }
    },
    async broadcast(message) {
      await retryUntilDone(() => {
        // Each attempt is another message, because one without an answer may have been queued.
        const args = { message: `${message} ${randomUUID()}` };
        const body = { type: 'broadcast', args };
        return call(url, '/api/admin/commands', { session: admin, body });
      });
    },
    async crash() {
      await stop('SIGKILL');
      await start();
    },
    async countUndelivered() {
      await wait(1000);
      let count = 0;
      for (const buyer of buyers.values()) count += await countUndelivered(url, buyer);
      return count;
    },
    asAdmin: (path, body) => call(url, path, { session: admin, body }),
    asPlayer: (player, path, body) => call(url, path, { session: buyers.get(player), body }),
    close: () => stop('SIGTERM'),
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/server/status`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function createAdmin(env: Record<string, string | undefined>): Promise<void> {
  const { username, email, password } = adminAccount;
  const args = ['create-admin', '--username', username, '--email', email, '--password-stdin'];
  const child = spawn(process.execPath, ['dist/server/admin.js', ...args], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(password);
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('The admin account could not be created.');
}

type Credentials = { email: string; password: string };

async function signIn(url: string, { email, password }: Credentials): Promise<LoginSession> {
  const proof = await call<{ idToken: string }>(
    url,
    '/idp/v1/accounts:signInWithPassword?key=soak',
    { body: { email, password, returnSecureToken: true } },
  );
  const answer = await fetch(`${url}/auth/web-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: proof.idToken }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (!answer.ok || !cookie) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return { cookie: cookie.split(';')[0] ?? '' };
}

async function registerBuyer(
  url: string,
  admin: LoginSession,
  { username, password }: { username: string; password: string },
): Promise<LoginSession> {
  const account = { username, email: `${username}@soak.test`, password };
  await call(url, '/auth/register', { body: account });
  const path = `/api/admin/users/${username}`;
  const user = await call<{ version: number }>(url, path, { session: admin });
  const body = {
    amount: 100_000,
    reason: 'For the soak',
    key: randomUUID(),
    version: user.version,
  };
  await call(url, `${path}/coins`, { session: admin, body });
  return signIn(url, account);
}

/** Returns the shop's item ids, keyed by the game's item ids. */
async function fillStore(url: string, admin: LoginSession): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const { itemId, quantity } of [...goods, { itemId: unknownItem, quantity: 1 }]) {
    const body = {
      name: `Item ${itemId}`,
      description: '',
      image: null,
      price: 1,
      itemId,
      quantity,
      enabled: true,
      endsAt: null,
      stock: null,
      perPlayerLimit: null,
    };
    const { id } = await call<{ id: string }>(url, '/api/admin/shop/items', {
      session: admin,
      body,
    });
    ids.set(itemId, id);
  }
  return ids;
}

async function createToken(url: string, admin: LoginSession, name: string): Promise<string> {
  const path = '/api/admin/servers';
  const { id } = await call<{ id: number }>(url, path, { session: admin, body: { name } });
  const body = { scopes: [...bridgeScopes], addresses: [] };
  const created = await call<{ token: string }>(url, `${path}/${id}/tokens`, {
    session: admin,
    body,
  });
  // The store sells from a server's first contact on, and the soak buys before its adapter has started.
  await call(url, '/api/bridge/v1/deliveries/claim', {
    headers: { authorization: `Bearer ${created.token}` },
    body: { player: 'nobody', session: 'soak' },
  });
  return created.token;
}

async function countUndelivered(url: string, session: LoginSession): Promise<number> {
  let count = 0;
  for (let page = 1; ; page++) {
    const { purchases, pages } = await call<{
      purchases: { delivery: { state: string } }[];
      pages: number;
    }>(url, `/api/shop/purchases?page=${page}`, { session });
    count += purchases.filter(({ delivery }) => delivery.state !== 'delivered').length;
    if (page >= pages) return count;
  }
}

type Call = {
  session?: LoginSession | undefined;
  body?: object | undefined;
  headers?: Record<string, string>;
};

async function call<T>(url: string, path: string, { session, body, headers }: Call): Promise<T> {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(session && { cookie: session.cookie }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new HttpError(`${path} answered ${answer.status}: ${text}`, answer.status);
  return JSON.parse(text) as T;
}

class HttpError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Retries network and server errors, since the website may be killed during a call. */
async function retryUntilDone(work: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + startMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isFinal = error instanceof HttpError && error.status < 500 && error.status !== 429;
      if (isFinal || Date.now() > end) throw error;
      await wait(200);
    }
  }
}
