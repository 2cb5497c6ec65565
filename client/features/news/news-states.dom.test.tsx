import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, hold, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, notFound, testStates } from '#client/testing/screen-states.tsx';
import type { NewsCard, OpenedPost } from '#shared/endpoints/news.ts';

import { LatestNews } from './latest-news.tsx';

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

test('the list of a category keeps it on its pages, and the chips start at the first page', async () => {
  answerNothing();
  const posts = [card, { ...card, id: '8', title: 'A second bridge', category: 'Dev Blogs' }];
  const { user, router } = await renderPage('/news?category=Old&page=2', {
    answers: { 'GET /api/news': { posts, page: 2, pages: 3, total: 30 } },
  });
  await screen.findByText('A second bridge');
  expect(requests('GET /api/news').at(-1)?.query).toEqual({
    limit: '12',
    page: '2',
    category: 'Old',
  });
  const chips = within(screen.getByLabelText('Categories')).getAllByRole('link');
  // A hidden category is offered while it is shown.
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href')])).toEqual([
    ['All', '/news'],
    ['Updates', '/news?category=Updates'],
    ['Workshop', '/news?category=Dev+Blogs'],
    ['Old Stories', '/news?category=Old'],
  ]);
  expect(chips.map((chip) => chip.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    'page',
  ]);
  const pager = within(screen.getByRole('navigation', { name: 'Pages of news' }));
  expect(pager.getByText('Next').getAttribute('href')).toBe('/news?page=3&category=Old');
  const article = screen.getByText('A second bridge').closest('article')!;
  expect(article.textContent).toContain('Workshop');
  expect(
    within(article)
      .getByText(/^Read more/)
      .getAttribute('href'),
  ).toBe('/news/8');
  await user.click(chips[2]!);
  await expect.poll(() => router.state.location.href).toBe('/news?category=Dev+Blogs');
  expect(screen.queryByText('Old Stories')).toBeNull();
});

test('a post recommends three others, and its date is the reader’s', async () => {
  answerNothing();
  const others = ['6', '7', '8', '9', '10'].map((id) => ({ ...card, id, title: `Post ${id}` }));
  const createdAt = { seconds: Date.UTC(2026, 10, 4, 2, 5) / 1000, nanoseconds: 0 };
  await renderPage('/news/7', {
    answers: {
      'GET /api/news/{id}': { ...post, createdAt, newer: { id: '9', title: 'A ferry' } },
      'GET /api/news': { posts: others, page: 1, pages: 1, total: 5 },
    },
  });
  const more = within(await screen.findByRole('region', { name: 'More News' }));
  const titles = more.getAllByText(/^Post \d+$/).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Post 6', 'Post 8', 'Post 9']);
  // The tests run in New York, five hours behind UTC in winter.
  screen.getByText('Nov 3, 2026, 9:05 PM');
  const nav = screen.getByLabelText('Newer and older posts');
  expect([...nav.querySelectorAll('a')].map((link) => [link.rel, link.textContent])).toEqual([
    ['prev', 'OlderThe bridge is closed'],
    ['next', 'NewerA ferry'],
  ]);
});

test('posts for admins are searched within a state, and each change starts at the first page', async () => {
  answerNothing();
  const { user, router } = await renderPage('/admin/news?state=draft&page=2', {
    as: 'admin',
    answers: { 'GET /api/admin/news': { posts: [], page: 2, pages: 0, total: 0 } },
  });
  await screen.findByText('No such post');
  expect(requests('GET /api/admin/news').at(-1)?.query).toEqual({ page: '2', state: 'draft' });
  await user.fill(screen.getByLabelText('Search posts'), 'bridge');
  await user.keyboard('{Enter}');
  await expect
    .poll(() => requests('GET /api/admin/news').at(-1)?.query)
    .toEqual({ page: '1', state: 'draft', search: 'bridge' });
  const tabs = within(screen.getByRole('navigation', { name: 'State' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    '/admin/news?search=bridge',
    '/admin/news?state=published&search=bridge',
    '/admin/news?state=scheduled&search=bridge',
    '/admin/news?state=draft&search=bridge',
  ]);
  await user.click(screen.getByText('Show All Posts'));
  await expect.poll(() => router.state.location.href).toBe('/admin/news');
});

test.each([
  [true, 'Share'],
  [false, 'Copy link'],
])('a reader whose pointer is coarse (%s) finds “%s” below a post', async (isCoarse, label) => {
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }));
  const media = Object.assign(new EventTarget(), { matches: isCoarse, onchange: null });
  vi.stubGlobal('matchMedia', () => media);
  answerNothing();
  const { user } = await renderPage('/news/7', { answers: { 'GET /api/news/{id}': post } });
  await user.click(await screen.findByText(label));
  const url = location.origin + location.pathname;
  expect(share.mock.calls).toEqual(isCoarse ? [[{ title: post.title, url }]] : []);
});

test.each([
  [3, [true, false, false]],
  [2, [false, false]],
])(
  'of %d posts on the home page the first is large if there are two beside it',
  async (count, leads) => {
    const posts = ['1', '2', '3'].slice(0, count).map((id) => ({ ...card, id }));
    await renderScreen(<LatestNews />, {
      address: '/',
      answers: { 'GET /api/news': { posts, page: 1, pages: 1, total: count } },
    });
    const cards = await screen.findAllByRole('article');
    expect(cards.map(({ className }) => /_lead_/.test(className))).toEqual(leads);
  },
);
