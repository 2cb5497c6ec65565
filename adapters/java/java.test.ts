import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import * as commands from '#shared/endpoints/bridge-commands.ts';
import * as deliveries from '#shared/endpoints/bridge-deliveries.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import * as bridge from '#shared/endpoints/bridge.ts';
import { commandTypes } from '#shared/rules/commands.ts';
import { productKinds } from '#shared/rules/product-kinds.ts';

// The checks that need no JDK; the rest is in `npm run test:java`.

const java = readFileSync(new URL('WynholdBridge.java', import.meta.url), 'utf8');

test('the Java file has the limits of the bridge', () => {
  const read = (name: string) => Number(new RegExp(`${name} = (\\d+);`).exec(java)?.[1]);
  expect(read('POLL_SECONDS')).toBe(bridgeLimits.pollSeconds);
  expect(read('HISCORES_BATCH')).toBe(bridgeLimits.hiscoresBatch);
  expect(read('CLAIM_LIMIT')).toBe(bridgeLimits.claimLimit);
});

test('the Java file calls only what the bridge has', () => {
  const paths = Object.values({ ...bridge, ...commands, ...deliveries }).flatMap((value) =>
    typeof value === 'object' && 'path' in value ? [value.path.replace('/api/bridge/v1', '')] : [],
  );
  paths.push('/api/hiscores/skills');
  const called = [...java.matchAll(/(?:Call\.(?:get|post)\(|"PUT", )"(\/[^"?]*)/g)].map(
    ([, path = '']) => path,
  );
  expect(called.length).toBeGreaterThan(5);
  for (const path of called) {
    const isKnown = paths.some((known) => known === path || known.startsWith(`${path}{id}`));
    expect(isKnown, path).toBe(true);
  }
});

test('the Java file lists every command', () => {
  const [, listed = ''] = /\/\*\* (kick, .*)\. \*\/\n\s*public String type/.exec(java) ?? [];
  expect(listed.split(/, | or /).toSorted()).toEqual([...commandTypes].toSorted());
});

test('the Java file lists every kind of delivery and reads each of its fields', () => {
  const [, listed = ''] = /can apply: (item, .*?)\. Default/.exec(java) ?? [];
  expect(listed.split(', ')).toEqual(productKinds);
  const [, reads = ''] = /class Delivery \{(.*?)\n  \}\n/s.exec(java) ?? [];
  for (const field of Object.keys(deliveries.BridgeDelivery.shape)) {
    expect(reads).toContain(`item.get("${field}")`);
  }
});
