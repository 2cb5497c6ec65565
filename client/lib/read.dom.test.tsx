import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import { answer, hold, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';

import { change } from './change.ts';
import { connectLive } from './live.ts';
import { readPage } from './read.ts';

function newsQuery(page: number) {
  return readPage('news', 'GET /api/news', { query: { page } });
}

function News() {
  const [page, setPage] = useState(1);
  const { data, error, isPending } = useQuery(newsQuery(page));
  return (
    <>
      <button onClick={() => setPage(2)}>Next</button>
      <p>
        {isPending ? 'Loading' : (error?.message ?? `${data?.total} posts on page ${data?.page}`)}
      </p>
    </>
  );
}

const list = (page: number, total = 9) => ({ posts: [], page, pages: 2, total });

test('the page of a list stays on the screen until the next one is there', async () => {
  const held = hold<'GET /api/news'>();
  answer({ 'GET /api/news': ({ query }) => (query['page'] === '2' ? held.answer() : list(1)) });
  const { user } = render(<News />);
  await screen.findByText('9 posts on page 1');
  await user.click(screen.getByText('Next'));
  screen.getByText('9 posts on page 1');
  held.give(list(2));
  await screen.findByText('9 posts on page 2');
});

test('a refused read is not repeated', async () => {
  answer({ 'GET /api/news': refuse('request/rate-limited', 'Too many requests.') });
  render(<News />);
  await screen.findByText('Too many requests.');
  expect(requests('GET /api/news')).toHaveLength(1);
});

test.each([
  ['without an answer', noConnection],
  ['that the server failed at', refuse('server/unexpected', 'Something broke.')],
])('a read %s is tried three times', async (_, outcome) => {
  answer({ 'GET /api/news': outcome });
  render(<News />);
  await screen.findByText(/^(?:Something broke|The server cannot be reached)/);
  expect(requests('GET /api/news')).toHaveLength(3);
});

test('messages in quick succession end with one more read, so that the last one counts', async () => {
  let total = 9;
  answer({ 'GET /api/news': () => list(1, total) });
  render(<News />);
  await screen.findByText('9 posts on page 1');
  connectLive();
  total = 10;
  streams[0]?.send('change', { topic: 'news' });
  await screen.findByText('10 posts on page 1');
  total = 11;
  streams[0]?.send('change', { topic: 'news' });
  streams[0]?.send('change', { topic: 'news' });
  await screen.findByText('11 posts on page 1');
  expect(requests('GET /api/news')).toHaveLength(3);
});

test.each([
  ['made', undefined],
  ['refused', refuse('admin/outdated', 'Someone else deleted it.')],
])('when a change was %s, what it is about has been read again', async (_, outcome) => {
  const remove = 'DELETE /api/admin/news/{id}';
  answer({ 'GET /api/news': list(1), [remove]: outcome });
  render(<News />);
  await screen.findByText('9 posts on page 1');
  await change('news', remove, { params: { id: '5' } }).catch(() => {});
  expect(requests(remove)).toHaveLength(1);
  expect(requests('GET /api/news')).toHaveLength(2);
});
