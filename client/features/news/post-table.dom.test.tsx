import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { PostTable } from './post-table.tsx';

const post: EditedPost = {
  id: '7',
  title: 'The bridge',
  category: 'Updates',
  displayImage: null,
  picture: null,
  content: '',
  createdAt: { seconds: Date.UTC(2026, 0, 1) / 1000, nanoseconds: 0 },
  state: 'published',
  publishAt: '2026-02-02T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  updatedBy: 'Ada',
  version: 2,
};

test('a post has the date of its publication, which is planned or past', async () => {
  const states = ['draft', 'scheduled', 'published'] as const;
  const posts = states.map((state) => ({ ...post, id: state, title: `A ${state} post`, state }));
  await renderScreen(<PostTable posts={posts} />, { address: '/admin/news', as: 'admin' });
  const datesOf = (title: string) =>
    [...screen.getByText(title).closest('tr')!.querySelectorAll('time')].map((time) =>
      time.dateTime.slice(0, 10),
    );
  expect(states.map((state) => datesOf(`A ${state} post`))).toEqual([
    ['2026-03-03'],
    ['2026-02-02', '2026-03-03'],
    ['2026-01-01', '2026-03-03'],
  ]);
  expect(screen.queryByLabelText('View A draft post', { selector: 'a' })).toBeNull();
  screen.getByLabelText('View A published post', { selector: 'a' });
});

test('a post is deleted after a question', async () => {
  const remove = 'DELETE /api/admin/news/{id}';
  const automatic = { ...post, id: '8', title: 'A bot’s post', updatedBy: null };
  const { user } = await renderScreen(<PostTable posts={[post, automatic]} />, {
    address: '/admin/news',
    as: 'admin',
    answers: { [remove]: undefined },
  });
  expect(screen.getAllByText(/^by /).map(({ textContent }) => textContent)).toEqual(['by Ada']);
  await user.click(screen.getByLabelText('Delete The bridge'));
  await screen.findByText('Delete the post “The bridge”? This cannot be undone.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByLabelText('Delete The bridge'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('“The bridge” was deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '7' }]);
});

test('a row has the state and the category of its post, and leads to its editor', async () => {
  const posts: EditedPost[] = [
    post,
    { ...post, id: '8', title: 'The ferry', state: 'draft', category: 'Dev Blogs' },
    { ...post, id: '9', title: 'The ford', state: 'scheduled', category: 'Old' },
  ];
  await renderScreen(<PostTable posts={posts} />, { address: '/admin/news', as: 'admin' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))).toEqual([
    ['The bridge', 'Published', 'Updates'],
    ['The ferry', 'Draft', 'Workshop'],
    ['The ford', 'Scheduled', 'Old Stories'],
  ]);
  const addresses = ['The ferry', 'Edit The ferry'].map((name) =>
    (screen.queryByLabelText(name) ?? screen.getByText(name)).closest('a')?.getAttribute('href'),
  );
  expect(addresses).toEqual(['/admin/news/edit/8', '/admin/news/edit/8']);
});
