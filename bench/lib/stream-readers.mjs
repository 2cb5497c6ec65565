// Plain JavaScript, because it runs in a process without a compiler.
import { once } from 'node:events';
import { connect } from 'node:net';

// Opens live streams and tells the parent when all of them have received a change.

const streamsPerAddress = 40;
const [port = 0, streams = 0] = process.argv.slice(2).map(Number);
const request = Buffer.from(
  `GET /api/live?topics=events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`,
);
let change = 0;
let received = 0;

/** @param {number} at */
async function open(at) {
  const address = Math.floor(at / streamsPerAddress);
  const localAddress = `127.1.${address >> 8}.${address & 255}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  socket.write(request);
  const [hello] = await once(socket, 'data');
  if (!String(hello).startsWith('HTTP/1.1 200')) throw new Error(String(hello).slice(0, 200));
  socket.on('data', (chunk) => {
    if (!chunk.includes(`"n":${change}}`)) return;
    received += 1;
    if (received === streams) process.send?.('received');
  });
  socket.on('close', () => process.exit(1));
}

process.on('message', (/** @type {number} */ next) => {
  change = next;
  received = 0;
  process.send?.('waiting');
});

for (let at = 0; at < streams; at += 100) {
  const some = Array.from({ length: Math.min(100, streams - at) }, (_, n) => open(at + n));
  await Promise.all(some);
}
process.send?.('open');
