import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { Edited } from '#client/lib/search.ts';
import { renderScreen } from '#client/testing/render-page.tsx';

import { EditorPage } from './editor-page.tsx';

type Item = { id: number; name: string };

function Editor({ edited }: { edited: Edited<Item> }) {
  // The fields of an editor start with the values of its item.
  const [name] = useState(edited.item?.name ?? 'nothing');
  return <p>{`${edited.kind} ${name}`}</p>;
}

const items = [
  { id: 7, name: 'Oak' },
  { id: 8, name: 'Yew' },
];

async function open(search: string, data: Item[] = items) {
  const query = { data, error: null, refetch: () => Promise.resolve() };
  const view = await renderScreen(
    <EditorPage
      heading="Trees"
      lead="What grows."
      newLabel="New Tree"
      many="trees"
      query={query}
      read={(all) => all}
      missing="This tree no longer exists."
      empty={{ scene: 'scroll', text: 'Nothing grows.', action: 'Plant One' }}
      Editor={Editor}
      above={<p>Above</p>}
    >
      {(all) => <p>{all.map(({ name }) => name).join(', ')}</p>}
    </EditorPage>,
    { address: `/trees${search}` },
  );
  await screen.findByText('What grows.');
  return view;
}

test('the list has a link to a new item, which opens the empty editor', async () => {
  const { user } = await open('');
  screen.getByText('Above');
  screen.getByText('Oak, Yew');
  await user.click(screen.getByText('New Tree'));
  await screen.findByText('new nothing');
  expect(screen.queryByText('New Tree')).toBeNull();
  expect(screen.queryByText('Above')).toBeNull();
});

test.each([
  ['?edit="8"', 'edit Yew'],
  ['?copy="7"', 'copy Oak'],
])('the address %s opens the editor with its item', async (search, text) => {
  await open(search);
  await screen.findByText(text);
});

test('an item that was deleted is said to be missing, above the list', async () => {
  await open('?edit="9"');
  await screen.findByText('This tree no longer exists.');
  screen.getByText('Oak, Yew');
});

test('an empty list says so and offers the first item', async () => {
  const { user } = await open('', []);
  screen.getByText('Nothing grows.');
  await user.click(screen.getByText('Plant One'));
  await screen.findByText('new nothing');
});

test('the editor of another item starts with its values', async () => {
  const { router } = await open('?edit="7"');
  await screen.findByText('edit Oak');
  for (const [search, text] of [
    ['?edit="8"', 'edit Yew'],
    ['?copy="7"', 'copy Oak'],
    ['?edit=new', 'new nothing'],
  ] as const) {
    router.history.push(`/trees${search}`);
    await screen.findByText(text);
  }
});
