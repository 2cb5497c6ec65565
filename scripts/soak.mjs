import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { exitWith, root } from '#tooling/project.mjs';

// `npm run soak` lists the soaks, `npm run soak -- NAME [ARGUMENTS]` runs one. Each exits with 1 if it found
// something wrong; its file says which arguments it takes.

/** @type {Record<string, { file: string, about: string }>} */
const soaks = {
  replicas: {
    file: 'server/testing/soak/replicas/main.ts',
    about: 'two replicas under load while they and the database are killed',
  },
  long: {
    file: 'server/testing/soak/long/main.ts',
    about: 'one server for an hour: memory, event loop, handles, old rows',
  },
  restarts: {
    file: 'server/testing/soak/restarts.ts',
    about: '20 rolling restarts under load: no failed request, no missed live update',
  },
  failover: {
    file: 'server/testing/soak/failover/main.ts',
    about: 'the database fails under load and its standby takes over',
  },
  crashes: {
    file: 'server/testing/soak/crashes.ts',
    about: 'one server is killed again and again while coins move',
  },
  model: {
    file: 'server/testing/soak/model.ts',
    about: '10,000 random sequences against a model of the ledger',
  },
  fuzz: {
    file: 'server/testing/soak/fuzz.ts',
    about: '50,000 hostile requests, generated from the OpenAPI document',
  },
  sanitiser: {
    file: 'server/testing/soak/sanitiser.ts',
    about: 'random and known attacks on the HTML sanitiser',
  },
  'slow-sockets': {
    file: 'server/testing/soak/slow-sockets.ts',
    about: '1,000 slow connections, and how visitors are served meanwhile',
  },
  bridge: {
    file: 'adapters/testing/soak/soak-bridge.ts',
    about: 'deliveries while the site and the game are killed',
  },
};

const [name = '', ...args] = process.argv.slice(2);
const soak = soaks[name];
if (soak) {
  await buildIfChanged().catch(exitWith);
  const file = join(root, soak.file);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
} else {
  for (const [one, { about }] of Object.entries(soaks)) console.log(`${one.padEnd(14)}${about}`);
  console.log('\nnpm run soak -- NAME [ARGUMENTS]');
  process.exitCode = name === '' ? 0 : 1;
}
