import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { features } from './feature-list.ts';

test('every folder of server/features is in the list of features, under its name', () => {
  const folders = readdirSync(new URL('features', import.meta.url));
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});
