import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

// Passes connections on to another port of this machine. It replaces the one address that a managed
// database has, which leads to another server after a failover, and a slow line between two servers.

export type Forwarder = {
  port: number;
  /** New connections lead there. */
  moveTo(port: number): void;
  /** Drops everything without closing a connection, as when a machine disappears, until moveTo(). */
  silence(): void;
  close(): void;
};

export async function startForwarder({
  to,
  delayMs = 0,
}: {
  to: number;
  delayMs?: number;
}): Promise<Forwarder> {
  let target: { port: number; isSilent: boolean } = { port: to, isSilent: false };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const leadsTo = target;
    const upstream = connect({ port: leadsTo.port, host: '127.0.0.1', noDelay: true });
    for (const [from, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      const pass = (work: () => void) => {
        const passNow = () => !leadsTo.isSilent && work();
        if (delayMs > 0) setTimeout(passNow, delayMs);
        else passNow();
      };
      from.on('data', (chunk) => pass(() => other.write(chunk)));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        pass(() => other.destroy());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = { port, isSilent: false };
    },
    silence() {
      target.isSilent = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
