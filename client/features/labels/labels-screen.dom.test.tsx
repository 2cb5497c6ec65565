import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, hold, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { EditedLabels } from '#shared/endpoints/labels.ts';
import { labelLimits } from '#shared/rules/labels.ts';

import { LabelsScreen } from './labels-screen.tsx';

const texts = {
  heading: 'News Categories',
  lead: 'A lead.',
  add: 'Add Category',
  edit: 'Edit Category',
  one: 'post',
  many: 'posts',
};

const list: EditedLabels = {
  version: 'v1',
  labels: [
    { key: 'A', name: 'Alpha', icon: 'news', tone: 'gold', isHidden: false, uses: 0 },
    { key: 'B', name: 'Beta', icon: 'quill', tone: 'sky', isHidden: false, uses: 1 },
    { key: 'C', name: 'Gamma', icon: 'bell', tone: 'moss', isHidden: true, uses: 1200 },
  ],
};

const theirs: EditedLabels = {
  version: 'v2',
  labels: [
    { key: 'D', name: 'Delta', icon: 'clock', tone: 'neutral', isHidden: false, uses: 3 },
    ...list.labels,
  ],
};

/** The labels with these keys, in the form in which they are sent. */
function pick(labels: EditedLabels, ...keys: string[]) {
  return keys.map((key) => labels.labels.find((label) => label.key === key));
}

async function open() {
  const view = render(<LabelsScreen list="news" texts={texts} above={null} />, { as: 'admin' });
  await screen.findByText('Alpha');
  return view;
}

const names = () =>
  screen.getAllByRole('listitem').map((line) => line.querySelector('div')?.textContent);

const save = 'PUT /api/admin/news/categories';

test('the lines say how often a label is used and whether it is hidden', async () => {
  answer({ 'GET /api/admin/news/categories': list });
  await open();
  expect(names()).toEqual(['AlphaNo posts', 'Beta1 post', 'Gamma1,200 posts · Hidden']);
});

test('a move is saved with the version that was read', async () => {
  const moved = { version: 'v2', labels: [list.labels[1]!, list.labels[0]!, list.labels[2]!] };
  answer({ 'GET /api/admin/news/categories': list, [save]: moved });
  const { user } = await open();
  await user.click(screen.getByLabelText('Move Beta up'));
  await screen.findByText('Alpha');
  expect(requests(save)[0]?.body).toEqual({ version: 'v1', labels: pick(list, 'B', 'A', 'C') });
  await expect.poll(names).toEqual(['Beta1 post', 'AlphaNo posts', 'Gamma1,200 posts · Hidden']);
});

test('the first line cannot go up and the last cannot go down', async () => {
  answer({ 'GET /api/admin/news/categories': list });
  const { user } = await open();
  await user.click(screen.getByLabelText('Move Alpha up'));
  await user.click(screen.getByLabelText('Move Gamma down'));
  expect(requests(save)).toEqual([]);
});

test('after a refused change the list is the one that someone else has saved', async () => {
  answer({
    'GET /api/admin/news/categories': inTurn(list, theirs),
    [save]: refuse('admin/outdated', 'Someone else changed the list.'),
  });
  const { user } = await open();
  await user.click(screen.getByLabelText('Move Beta up'));
  await screen.findByText('Someone else changed the list.');
  await screen.findByText('Delta');
});

test('two quick changes are saved one after the other, the second on top of the first', async () => {
  const held = hold<typeof save>();
  const first = { version: 'v2', labels: [list.labels[1]!, list.labels[0]!, list.labels[2]!] };
  const results = [held.answer(), first];
  answer({ 'GET /api/admin/news/categories': list, [save]: () => results.shift()! });
  const { user } = await open();
  await user.click(screen.getByLabelText('Move Beta up'));
  await user.click(screen.getByLabelText('Offer Gamma'));
  expect(requests(save)).toHaveLength(1);
  held.give(first);
  await expect.poll(() => requests(save).length).toBe(2);
  expect(requests(save)[1]?.body).toEqual({
    version: 'v2',
    labels: [...pick(list, 'B', 'A'), { ...list.labels[2], isHidden: false }],
  });
});

test('deleting an unused label asks first; one in use is left to the server', async () => {
  answer({
    'GET /api/admin/news/categories': list,
    [save]: refuse('labels/in-use', 'A post has this category.'),
  });
  const { user } = await open();
  await user.click(screen.getByLabelText('Remove Alpha'));
  await screen.findByText('Delete “Alpha”?');
  await user.click(screen.getByText('Cancel'));
  expect(requests(save)).toEqual([]);
  await user.click(screen.getByLabelText('Remove Beta'));
  await screen.findByText('A post has this category.');
  expect(requests(save)[0]?.body).toEqual({ version: 'v1', labels: pick(list, 'A', 'C') });
});

test('a new label is added at the end, with the icon and the colour that were chosen', async () => {
  answer({ 'GET /api/admin/news/categories': list, [save]: theirs });
  const { user } = await open();
  await user.click(screen.getByText('Add Category'));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'ALPHA{Enter}');
  dialog.getByText('This name is already in the list.');
  expect(requests(save)).toEqual([]);
  await user.clear(dialog.getByLabelText('Name'));
  await user.click(dialog.getByLabelText('Anvil'));
  await user.click(dialog.getByText('Orange'));
  await user.type(dialog.getByLabelText('Name'), ' Smithing {Enter}');
  await expect.poll(() => requests(save).length).toBe(1);
  expect(requests(save)[0]?.body).toEqual({
    version: 'v1',
    labels: [
      ...list.labels,
      { key: null, name: 'Smithing', icon: 'anvil', tone: 'ember', isHidden: false },
    ],
  });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('editing a label keeps its place, its key and whether it is hidden', async () => {
  answer({ 'GET /api/admin/news/categories': list, [save]: list });
  const { user } = await open();
  await user.click(screen.getByLabelText('Edit Gamma'));
  let dialog = within(screen.getByRole('dialog'));
  await user.fill(dialog.getByLabelText('Name'), ' ');
  await user.click(dialog.getByText('Cancel'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(requests(save)).toEqual([]);
  await user.click(screen.getByLabelText('Edit Gamma'));
  dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Gamma');
  expect(dialog.getByLabelText<HTMLInputElement>('Bell').checked).toBe(true);
  await user.fill(dialog.getByLabelText('Name'), ' Rays');
  await user.click(dialog.getByText('Save'));
  await expect.poll(() => requests(save).length).toBe(1);
  expect(requests(save)[0]?.body).toEqual({
    version: 'v1',
    labels: [...pick(list, 'A', 'B'), { ...list.labels[2], name: 'Gamma Rays' }],
  });
});

test('a label can be saved with the name that it has, and a refusal keeps the dialog', async () => {
  answer({
    'GET /api/admin/news/categories': list,
    [save]: refuse('admin/outdated', 'Someone else changed the list.'),
  });
  const { user } = await open();
  await user.click(screen.getByLabelText('Edit Beta'));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByLabelText('Anvil'));
  await user.click(dialog.getByText('Save'));
  await screen.findByText('Someone else changed the list.');
  expect(requests(save)[0]?.body).toEqual({
    version: 'v1',
    labels: [list.labels[0], { ...list.labels[1], icon: 'anvil' }, list.labels[2]],
  });
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Beta');
});

test('an unused label is deleted, and one that is offered is hidden, without the others', async () => {
  answer({ 'GET /api/admin/news/categories': list, [save]: list });
  const { user } = await open();
  await user.click(screen.getByLabelText('Remove Alpha'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await expect.poll(() => requests(save).length).toBe(1);
  await user.click(screen.getByLabelText('Offer Beta'));
  await expect.poll(() => requests(save).length).toBe(2);
  expect(requests(save).map(({ body }) => body)).toEqual([
    { version: 'v1', labels: pick(list, 'B', 'C') },
    {
      version: 'v1',
      labels: [list.labels[0], { ...list.labels[1], isHidden: true }, list.labels[2]],
    },
  ]);
});

test('a full list offers no new label', async () => {
  const one = list.labels[1]!;
  const labels = Array.from({ length: labelLimits.most }, (_, at) => ({
    ...one,
    key: `Key ${at}`,
    name: at === 0 ? 'Alpha' : `Name ${at}`,
  }));
  answer({ 'GET /api/admin/news/categories': { version: 'v1', labels } });
  await open();
  expect(screen.getByText<HTMLButtonElement>('Add Category').disabled).toBe(true);
  screen.getByText(new RegExp(`The list is full: it has ${labelLimits.most}\\.`));
});

test('a list with room for one more offers it', async () => {
  const one = list.labels[1]!;
  const labels = Array.from({ length: labelLimits.most - 1 }, (_, at) => ({
    ...one,
    key: `Key ${at}`,
    name: at === 0 ? 'Alpha' : `Name ${at}`,
  }));
  answer({ 'GET /api/admin/news/categories': { version: 'v1', labels } });
  await open();
  expect(screen.getByText<HTMLButtonElement>('Add Category').disabled).toBe(false);
  expect(screen.queryByText(/The list is full/)).toBeNull();
});

test('the types of events are another list, and the site shows its labels at once', async () => {
  const route = 'PUT /api/admin/events/types';
  answer({ 'GET /api/admin/events/types': list, [route]: theirs });
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const { user } = render(<LabelsScreen list="events" texts={texts} above={<p>Above</p>} />, {
    as: 'admin',
  });
  screen.getByText('Above');
  expect(screen.getByText<HTMLButtonElement>('Add Category').disabled).toBe(true);
  await user.click(await screen.findByLabelText('Move Beta up'));
  await screen.findByText('Delta');
  expect(requests(route).map(({ body }) => body)).toEqual([
    { version: 'v1', labels: pick(list, 'B', 'A', 'C') },
  ]);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['site'] }]]);
});
