import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

type Proxy = {
  /** URL of the database through the proxy. */
  url: string;
  /** Stops all traffic without closing connections, like a machine or network that hangs. */
  freeze(): void;
  thaw(): void;
  close(): void;
};

/** A proxy between the site and PostgreSQL. */
export async function openFreezingProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      if (isFrozen) socket.pause();
    }
    link(client, database);
    link(database, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function link(from: Socket, to: Socket): void {
  // Not pipe(), which would resume a paused socket.
  from.on('data', (chunk) => to.write(chunk));
  from.on('end', () => to.end());
}
