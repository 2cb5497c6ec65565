import type { AddressInfo, Socket } from 'node:net';

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Starts a real mail server on a free port. It first answers MAIL FROM with each code in `refusals`. */
export async function startSmtp({
  refusals = [],
  dropsAfterData = false,
}: {
  refusals?: number[];
  /** Closes the connection instead of an answer to the content. */ dropsAfterData?: boolean;
} = {}) {
  const received: Buffer[] = [];
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, _session, callback) {
      const refusal = refusals[attempts];
      attempts += 1;
      if (refusal === undefined) callback();
      else callback(Object.assign(new Error('not now'), { responseCode: refusal }));
    },
    onRcptTo({ address }, _session, callback) {
      recipients.push(address);
      callback();
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        if (!dropsAfterData) return callback();
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    attempts: () => attempts,
    read: () => Promise.all(received.map((eml) => PostalMime.parse(eml))),
  };
}
