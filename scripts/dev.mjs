import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

// npm run dev: the server restarts and the browser updates itself when a source changes.
const { exitWith, findTool, root } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { forwardTo } = await import('./lib/dev-proxy.mjs');

process.chdir(root);
try {
  process.loadEnvFile();
} catch {
  // No .env file.
}
await installIfChanged().catch(exitWith);
const { createServer } = await import('vite');

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

const server = spawn(
  process.execPath,
  [findTool('tsx'), 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: serverPort, SITE_URL: address },
  },
);
console.log(`Development: open ${address}, which updates itself while you edit.`);

server.on('exit', (code) => process.exit(code ?? 0));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => server.kill(signal));
}
