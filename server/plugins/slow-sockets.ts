import { createServer, STATUS_CODES } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { statusOf } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorBody } from '#shared/errors.ts';

import type { Deps, SocketTimes } from '../deps.ts';

/** Slow senders are disconnected within `request` + `check`, which must stay below 15 seconds. */
const usualTimes: SocketTimes = { headers: 8_000, request: 12_000, check: 1_000, stalled: 15_000 };

/** Sockets of staff uploads: large files may take longer, as long as data keeps coming. */
const uploads = new WeakSet<Socket>();

export function createSiteServer(
  { socketTimes = usualTimes }: Pick<Deps, 'socketTimes'>,
  handle: RequestListener,
): Server {
  const options = {
    requestTimeout: socketTimes.request,
    headersTimeout: socketTimes.headers,
    connectionsCheckingInterval: socketTimes.check,
    // Longer than the 15 seconds between two heartbeats, so that games use one connection.
    keepAliveTimeout: 20_000,
  };
  return createServer(options, handle).setTimeout(socketTimes.stalled);
}

export function registerSlowSockets(app: FastifyInstance, { config, log }: Deps): void {
  app.server.maxConnections = config.maxConnections;
  app.server.once('drop', () => {
    log?.warn(
      `There are ${config.maxConnections} open connections, so new ones are refused. If these are real visitors, raise MAX_CONNECTIONS.`,
    );
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Without a listener Node.js would also close the socket of a request that waits for its answer.
    reply.raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !request.raw.complete) socket.destroy();
    });
    done();
  });
}

/** Call it only after checking that the caller may upload. */
export function allowLongUpload({ raw }: FastifyRequest): void {
  const { socket } = raw;
  uploads.add(socket);
  raw.once('close', () => uploads.delete(socket));
}

/** Handles failures before there is a request: it arrived too slowly or is not HTTP. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploads.has(socket)) return;
  if (socket.writable) socket.write(toAnswer(toRefusal(error)));
  socket.destroy(error);
}

function toRefusal({ code }: { code?: string }): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request/timeout', 'The request took too long to arrive.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('request/headers-too-large', 'The headers of the request are too large.');
  }
  return new AppError('request/malformed', 'The request could not be read.');
}

function toAnswer({ code, message }: AppError): string {
  const status = statusOf({ code });
  const body = JSON.stringify({ error: message, code, requestId: '' } satisfies ErrorBody);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
