import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { createClient } from '@redis/client';
import getPort from 'get-port';

export type Redis = Awaited<ReturnType<typeof startRedis>>;

export async function startRedis() {
  const port = await getPort({ host: '127.0.0.1' });
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  await once(server, 'spawn').catch((cause: unknown) => {
    const text = 'The comparison needs redis-server: install it with your package manager.';
    throw new Error(text, { cause });
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const socket = { host: '127.0.0.1', port, reconnectStrategy: 100 };
  const client = createClient({ socket, RESP: 2 });
  // It tries again until the server listens.
  client.on('error', () => {});
  await client.connect();
  return {
    /** Sends the commands in one round trip and returns the answers in order. */
    send: (commands: (string | number)[][]): Promise<unknown[]> =>
      Promise.all(commands.map((command) => client.sendCommand(command.map(String)))),
    async stop(): Promise<void> {
      client.destroy();
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}
