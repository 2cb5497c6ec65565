import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The two calls that the game makes to its website if a website password is set. */
export type Reported = { amount: number; at: number };
export type WebsiteCalls = {
  port: number;
  /** Keyed by world. */
  online: Map<string, Reported>;
  close(): Promise<void>;
};

type Options = { host: string; port: number; password: string };

export async function listenForCalls({ host, port, password }: Options): Promise<WebsiteCalls> {
  const online = new Map<string, Reported>();
  const calls = new Map([
    ['/playersonline.php', online],
    ['/accountsregistered.php', new Map<string, Reported>()],
  ]);

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://adapter');
    const status = answer(url, request.method);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(status === 200 ? 'OK\n' : 'Refused\n');
  });

  function answer({ pathname, searchParams }: URL, method: string | undefined): number {
    const reports = calls.get(pathname);
    if (!reports) return 404;
    if (method !== 'GET') return 405;
    if (!isEqual(searchParams.get('pass') ?? '', password)) return 403;
    const amount = searchParams.get('amount') ?? '';
    const world = searchParams.get('world') ?? '1';
    if (!/^\d{1,6}$/.test(amount) || !/^\d{1,4}$/.test(world)) return 400;
    reports.set(world, { amount: Number(amount), at: Date.now() });
    return 200;
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    online,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Takes the same time for every wrong password. */
function isEqual(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
