import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

type Proxy = {
  /** The database as reached through the proxy. */
  url: string;
  /** From now on nothing gets through, and nothing is closed: a machine or network that hangs. */
  freeze(): void;
  thaw(): void;
  close(): void;
};

/** Stands between the site and PostgreSQL. */
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
  // Not pipe(), which would resume a socket by itself.
  from.on('data', (chunk) => to.write(chunk));
  from.on('end', () => to.end());
}
