import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root, serverFlags } from './project.mjs';

test.each(['package.json', 'Dockerfile', 'deploy/wynhold.service', 'docs/operations.md'])(
  '%s runs the server with the flags that are measured',
  (file) => {
    const words = readFileSync(join(root, file), 'utf8').replaceAll(/["',]/g, '');
    expect(words).toContain(`node ${serverFlags.join(' ')} `);
  },
);
