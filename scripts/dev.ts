import { spawn } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { createServer } from 'vite';
import type { Connect, Plugin, ViteDevServer } from 'vite';

import { root } from '#tooling/project.mjs';

// npm run dev: restarts the server and updates the browser when a source file changes.

process.chdir(root);
try {
  process.loadEnvFile();
} catch {
  // No .env file.
}

const serverPort = process.env.PORT || '3000';
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'client'),
  appType: 'custom',
  server: { host: '127.0.0.1', port: 5173 },
  plugins: [forwardTo(Number(serverPort))],
});
await vite.listen();
const address = vite.resolvedUrls?.local[0] ?? '';

const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: serverPort, SITE_URL: address },
});
console.log(`Development: open ${address}. It updates while you edit.`);

server.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.kill(signal));
}

/** Forwards all but source files to the Wynhold server: only that server knows the data in the first HTML. */
function forwardTo(port: number): Plugin {
  return {
    name: 'wynhold-forward',
    configureServer: (vite) => () => {
      vite.middlewares.use((request, response) => forward(vite, port, { request, response }));
    },
  };
}

type Exchange = { request: Connect.IncomingMessage; response: ServerResponse };

function forward(vite: ViteDevServer, port: number, { request, response }: Exchange): void {
  const { 'accept-encoding': _compressed, ...headers } = request.headers;
  const path = request.originalUrl ?? '/';
  const onward = httpRequest({ host: '127.0.0.1', port, method: request.method, path, headers });
  onward.on('response', (answer) => {
    const status = answer.statusCode ?? 500;
    // The policy would block the inline script that Vite uses to update the page.
    const { 'content-security-policy': _policy, ...kept } = answer.headers;
    if (!kept['content-type']?.startsWith('text/html')) {
      answer.pipe(response.writeHead(status, kept));
      return;
    }
    delete kept['content-length'];
    text(answer)
      .then((html) => vite.transformIndexHtml(path, html))
      .then((html) => response.writeHead(status, kept).end(html))
      .catch((error) => response.writeHead(500).end(String(error)));
  });
  onward.on('error', () => {
    response.writeHead(503, { refresh: '1' }).end('The server is starting…');
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
