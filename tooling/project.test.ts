import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.mjs';

test.each(['package.json', 'Dockerfile', 'deploy/wynhold.service', 'docs/operations.md'])(
  '%s runs the server with the options that are measured',
  (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain('--env-file=deploy/node.env');
  },
);
