import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, hold, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, notFound, testStates } from '#client/testing/screen-states.tsx';
import type { NewsCard, OpenedPost } from '#shared/endpoints/news.ts';

const noPosts = { posts: [], page: 1, pages: 0, total: 0 };
const head = {
  id: '7',
  title: 'The bridge is open',
  category: 'Updates',
  displayImage: null,
  picture: null,
  createdAt: null,
};
const post: OpenedPost = {
  ...head,
  content: '<p>Mind the gap.</p>',
  newer: null,
  older: { id: '5', title: 'The bridge is closed' },
};
const card: NewsCard = { ...head, displayImage: '/media/bridge.png', teaser: 'Mind the gap.' };

testStates('the list of all news', {
  path: '/news',
  route: 'GET /api/news',
  loading: 'Loading news...',
  error: 'The news could not be loaded',
  ready: [noPosts, 'The herald is still on the road. Come back soon.'],
});

testStates('a category without news', {
  path: '/news?category=Updates',
  route: 'GET /api/news',
  loading: 'Loading news...',
  error: 'The news could not be loaded',
  ready: [noPosts, 'The herald has nothing of this kind yet.'],
});

testStates('a post', {
  path: '/news/7',
  route: 'GET /api/news/{id}',
  loading: 'Loading post...',
  error: 'This post could not be loaded',
  ready: [post, 'The bridge is open'],
  missing: notFound,
});

testStates('the list of posts for admins', {
  path: '/admin/news',
  as: 'admin',
  route: 'GET /api/admin/news',
  loading: 'Loading posts...',
  error: 'The posts could not be loaded',
  ready: [noPosts, 'The first post is the hardest one.'],
});

testStates('a search for posts', {
  path: '/admin/news?search=bridge',
  as: 'admin',
  route: 'GET /api/admin/news',
  loading: 'Loading posts...',
  error: 'The posts could not be loaded',
  ready: [noPosts, 'No post matches this search.'],
});

testStates('the editor of a post', {
  path: '/admin/news/edit/7',
  as: 'admin',
  route: 'GET /api/admin/news/{id}',
  loading: 'Loading post...',
  error: 'This post could not be loaded',
  missing: notFound,
});

test('on the home page a failed fetch of the news is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const held = hold<'GET /api/news'>();
  answerNothing();
  await renderPage('/', { answers: { 'GET /api/news': held.answer } });
  await screen.findByText('Loading news...');
  held.give(noConnection);
  await screen.findByText('No news yet. The herald is still on the road.');
  expect(screen.queryByText('Loading news...')).toBeNull();
  expect(document.querySelector('[role=alert], dialog')).toBeNull();
  expect(warn.mock.calls.map(([text]) => text as string)).toEqual(['Fetching the news failed.']);
});

test('a post without a date reads Unknown date, and its picture is described', async () => {
  answerNothing();
  await renderPage('/', {
    answers: { 'GET /api/news': { posts: [card], page: 1, pages: 1, total: 1 } },
  });
  const article = (await screen.findByText('Unknown date')).closest('article')!;
  expect(article.textContent).toContain('The bridge is open');
  expect(within(article).getByAltText('Illustration for The bridge is open')).toBeTruthy();
});

test('the news that could not be loaded are loaded when the page is opened again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  answerNothing();
  const { router } = await renderPage('/', { answers: { 'GET /api/news': noConnection } });
  await screen.findByText('No news yet. The herald is still on the road.');
  await router.navigate({ to: '/play' });
  const before = requests('GET /api/news').length;
  answer({ 'GET /api/news': { posts: [card], page: 1, pages: 1, total: 1 } });
  await router.navigate({ to: '/' });
  await screen.findByText('The bridge is open');
  expect(requests('GET /api/news').length).toBeGreaterThan(before);
});

test('a post leads to the older one, and the newest one to no newer', async () => {
  answerNothing();
  await renderPage('/news/7', { answers: { 'GET /api/news/{id}': post } });
  const nav = await screen.findByLabelText('Newer and older posts');
  const links = [...nav.querySelectorAll('a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['OlderThe bridge is closed', '/news/5'],
  ]);
});
