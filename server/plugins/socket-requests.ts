import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

import type { Deps } from '../deps.ts';

/** More than any client sends before it has read answers: browsers and proxies send one at a time. */
export const maxSocketRequests = 32;

/** Node starts every request of a connection at once: thousands would fill the queue for the database. */
export function limitSocketRequests(
  { log }: Pick<Deps, 'log'>,
  handle: RequestListener,
): RequestListener {
  const inFlight = new WeakMap<Socket, number>();
  let isReported = false;

  function refuse(socket: Socket): void {
    socket.destroy();
    if (isReported) return;
    isReported = true;
    log?.warn(
      `A connection had more than ${maxSocketRequests} requests in flight and was closed. Clients must wait for answers.`,
    );
  }

  return (request, response) => {
    const { socket } = request;
    // The parser goes on with the rest of what it has read.
    if (socket.destroyed) return;
    const count = (inFlight.get(socket) ?? 0) + 1;
    if (count > maxSocketRequests) {
      refuse(socket);
      return;
    }
    inFlight.set(socket, count);
    response.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}
