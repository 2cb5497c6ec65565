import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

// Waits until the pipe from the process that started PostgreSQL closes (by stop(), Ctrl+C, a crash or
// kill -9), then stops PostgreSQL and removes its folder.

const { pgCtl, data, directory, user } = JSON.parse(process.argv[2] ?? '');
process.stdin.resume();
await once(process.stdin, 'close');
try {
  const args = ['stop', '-D', data, '-m', 'immediate', '-w'];
  execFileSync(pgCtl, args, { cwd: directory, stdio: 'ignore', ...user });
} catch {
  // It was not running.
}
rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
