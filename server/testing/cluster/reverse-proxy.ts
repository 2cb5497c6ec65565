import { once } from 'node:events';
import { createServer, request as sendOn } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

// A small reverse proxy for trying out and for tests: plain http, on this machine only. It asks /readyz
// and sends nothing new to a replica that is not ready.

type Replica = { port: number; isReady: boolean };
type Exchange = { request: IncomingMessage; response: ServerResponse };

const pauseBetweenChecks = 200;

export async function startReverseProxy(
  port: number,
  replicaPorts: readonly number[],
): Promise<() => Promise<void>> {
  const replicas = replicaPorts.map((port) => ({ port, isReady: true }));
  const closing = new AbortController();
  let turn = 0;

  function chooseReplica(tried: ReadonlySet<Replica>): Replica | undefined {
    const left = replicas.filter((replica) => !tried.has(replica));
    const ready = left.filter(({ isReady }) => isReady);
    // On an overloaded machine all may answer the checks too late; one of them then still gets the request.
    const usable = ready.length > 0 ? ready : left;
    turn += 1;
    return usable[turn % usable.length];
  }

  function forward({ request, response }: Exchange, tried = new Set<Replica>()): void {
    const replica = chooseReplica(tried);
    if (!replica) {
      response.writeHead(502).end('No replica is ready.');
      return;
    }
    tried.add(replica);
    const onward = sendOn({
      host: '127.0.0.1',
      port: replica.port,
      method: request.method,
      path: request.url,
      headers: toOnwardHeaders(request),
      // Not kept for later: the replica could close it at the moment it is used again.
      agent: false,
    });
    let isSent = false;
    onward.on('socket', (socket) =>
      socket.once('connect', () => {
        isSent = true;
        request.pipe(onward);
      }),
    );
    onward.on('response', (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers).flushHeaders();
      pipeline(answer, response, () => {});
    });
    onward.on('error', () => {
      if (!isSent) {
        replica.isReady = false;
        forward({ request, response }, tried);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end('The replica ended the connection.');
    });
    response.on('close', () => onward.destroy());
  }

  const server = createServer((request, response) => forward({ request, response }));
  // Longer than any client keeps a connection it does not use, as with nginx.
  server.keepAliveTimeout = 75_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const checking = Promise.all(replicas.map((replica) => keepChecking(replica, closing.signal)));

  return async () => {
    closing.abort();
    server.closeAllConnections();
    server.close();
    await checking;
  };
}

function toOnwardHeaders({ headers, socket }: IncomingMessage) {
  return {
    ...headers,
    connection: 'close',
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
  };
}

async function keepChecking(replica: Replica, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    replica.isReady = await fetch(`http://127.0.0.1:${replica.port}/readyz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    await sleep(pauseBetweenChecks, undefined, { signal }).catch(() => {});
  }
}
