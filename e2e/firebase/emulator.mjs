import { createRequire } from 'node:module';
import { join } from 'node:path';

// Runs only the official Firebase Auth emulator from firebase-tools: no Java, no network access, and
// reachable only from this machine. Prints its address, and exits when the parent process does.

const [, , folder = ''] = process.argv;
const fromFolder = createRequire(join(folder, 'package.json'));
const { createApp } = fromFolder('firebase-tools/lib/emulator/auth/server');

const app = await createApp('demo-wynhold', 0);
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on 127.0.0.1:${server.address().port}`);
});
process.stdin.resume().on('close', () => process.exit(0));
