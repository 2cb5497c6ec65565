import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import getPort from 'get-port';

/** A minimal Redis client for the comparison: sends pipelined commands, returns answers in order. */
export type Redis = {
  send(commands: (string | number)[][]): Promise<unknown[]>;
  stop(): Promise<void>;
};

export async function startRedis(): Promise<Redis> {
  const program = findServer();
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
  const server = spawn(program, options, { stdio: 'ignore' });
  const socket = await connect(port);
  const { send } = createClient(socket);
  async function stop(): Promise<void> {
    socket.destroy();
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  process.once('exit', () => server.kill('SIGKILL'));
  return { send, stop };
}

function findServer(): string {
  if (hasServer()) return 'redis-server';
  const install = ['install', '-y', '--no-install-recommends', 'redis-server'];
  if (process.getuid?.() === 0) {
    console.log('Installing redis-server with apt-get (Debian package redis-server)…');
    const options = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const;
    try {
      execFileSync('apt-get', install, options);
    } catch {
      execFileSync('apt-get', ['update'], options);
      execFileSync('apt-get', install, options);
    }
  }
  if (hasServer()) return 'redis-server';
  throw new Error('The comparison needs redis-server: install it with your package manager.');
}

function hasServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function connect(port: number): Promise<Socket> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      await wait(100);
    }
  }
  throw new Error('redis-server did not start');
}

function createClient(socket: Socket): Pick<Redis, 'send'> {
  const waiting: { left: number; answers: unknown[]; done: (answers: unknown[]) => void }[] = [];
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const parsed = parse(rest, at);
      if (!parsed) break;
      at = parsed.next;
      const [first] = waiting;
      if (!first) throw new Error('unexpected answer from Redis');
      first.answers.push(parsed.value);
      first.left -= 1;
      if (first.left === 0) waiting.shift()?.done(first.answers);
    }
    rest = rest.subarray(at);
  });
  return {
    send(commands) {
      const { promise, resolve } = withResolvers<unknown[]>();
      waiting.push({ left: commands.length, answers: [], done: resolve });
      socket.write(commands.map(encode).join(''));
      return promise;
    },
  };
}

function encode(command: (string | number)[]): string {
  const parts = command.map((part) => `$${Buffer.byteLength(String(part))}\r\n${part}\r\n`);
  return `*${command.length}\r\n${parts.join('')}`;
}

type Parsed = { value: unknown; next: number };

function parse(buffer: Buffer, at: number): Parsed | undefined {
  const end = buffer.indexOf('\r\n', at);
  if (end < 0) return undefined;
  const text = buffer.toString('utf8', at + 1, end);
  const after = end + 2;
  switch (String.fromCharCode(buffer[at] ?? 0)) {
    case '+':
      return { value: text, next: after };
    case '-':
      throw new Error(text);
    case ':':
      return { value: Number(text), next: after };
    case '$': {
      const length = Number(text);
      if (length < 0) return { value: null, next: after };
      if (buffer.length < after + length + 2) return undefined;
      return { value: buffer.toString('utf8', after, after + length), next: after + length + 2 };
    }
    default:
      return parseList(buffer, after, Number(text));
  }
}

function parseList(buffer: Buffer, start: number, count: number): Parsed | undefined {
  const values: unknown[] = [];
  let at = start;
  for (let item = 0; item < count; item++) {
    const parsed = parse(buffer, at);
    if (!parsed) return undefined;
    values.push(parsed.value);
    at = parsed.next;
  }
  return { value: values, next: at };
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
