import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { listExport, readCollection } from './read-collection.ts';

async function read(files: Record<string, string>, name = 'polls') {
  const folder = await createTemporaryFolder();
  for (const [file, content] of Object.entries(files)) {
    await writeFile(path.join(folder, file), content);
  }
  return readCollection(folder, name, await listExport(folder));
}

const documents = [
  { id: 'a', title: 'One' },
  { id: 'b', title: 'Two' },
];
const byId = { a: { title: 'One' }, b: { title: 'Two' } };

test.each<[string, unknown]>([
  ['an object by id', byId],
  ['a list', documents],
  ['a list inside its name', { polls: documents }],
  ['an object inside its name', { polls: byId }],
  ['an object of collections', { __collections__: { polls: byId, news: {} } }],
])('a collection can be %s', async (_form, value) => {
  const found = await read({ 'polls.json': JSON.stringify(value) });
  expect(found?.map(({ id, data }) => [id, data.title])).toEqual([
    ['a', 'One'],
    ['b', 'Two'],
  ]);
});

test('JSON lines are documents too, with the id under any of its names', async () => {
  const lines = [
    { id: 7, title: 'Number' },
    { _id: 'b', title: 'Own' },
    { __name__: 'projects/x/documents/polls/c', title: 'Path' },
  ].map((one) => JSON.stringify(one));
  const found = await read({ 'polls.jsonl': `${lines.join('\n\n')}\n` });
  expect(found?.map(({ id, data }) => [id, data.title])).toEqual([
    ['7', 'Number'],
    ['b', 'Own'],
    ['c', 'Path'],
  ]);
});

test('a document whose id is the name of the collection is one', async () => {
  const found = await read({ 'polls.json': JSON.stringify({ polls: { title: 'Only' } }) });
  expect(found).toEqual([{ id: 'polls', data: { title: 'Only' } }]);
});

test('a collection that is not in the export is undefined, and an empty one is empty', async () => {
  expect(await read({ 'news.json': '{}' })).toBeUndefined();
  expect(await read({ 'polls.json': '{}' })).toEqual([]);
});

test.each([
  [
    'a text as document',
    { 'polls.json': '{"a":{},"b":"x"}' },
    'polls.json: "b" is not a document.',
  ],
  ['a line without an id', { 'polls.jsonl': '{"id":"a"}\n{"id":""}' }, 'Line 2 of '],
  ['a number in a list', { 'polls.json': '[{"id":"a"},7]' }, 'Document 2 of '],
])('%s is refused', async (_what, files, message) => {
  await expect(read(files as Record<string, string>)).rejects.toThrow(message);
});
