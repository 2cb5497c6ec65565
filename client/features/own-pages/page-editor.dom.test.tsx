import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';

import { AdminEditPage } from './admin-edit-page.tsx';

const page: EditedPage = {
  id: '7',
  isFixed: false,
  slug: 'rules',
  inNavigation: true,
  inFooter: false,
  label: null,
  title: 'The Rules',
  version: 4,
  publishedVersion: 3,
  savedAt: '2026-11-01T12:00:00.000Z',
  savedBy: 'Elder',
  description: 'What is allowed.',
  content: '<p>Be kind.</p>',
  isDefault: false,
  placeVersion: 1,
};

const theirs: EditedPage = {
  ...page,
  version: 5,
  title: 'Their Rules',
  description: 'Theirs.',
  content: '<p>Be kinder.</p>',
  savedBy: 'Raven',
};

const save = 'PUT /api/admin/pages/{id}';

function versionsOf(listPage: number) {
  const versions = [1, 2].map((at) => ({
    version: 4 - listPage * 2 + at,
    title: 'The Rules',
    savedAt: '2026-11-01T12:00:00.000Z',
    savedBy: 'Elder',
    isPublished: false,
    isDefault: false,
    digest: '',
  }));
  return { page: listPage, pages: 2, total: 4, versions: versions.toReversed() };
}

/** The state of the fake server. */
let stored = page;

function store(next: EditedPage): EditedPage {
  stored = next;
  return next;
}

async function open(answers: Answers = {}) {
  stored = page;
  const view = await renderScreen(<AdminEditPage />, {
    address: '/admin/pages/edit/7',
    path: '/admin/pages/edit/$id',
    as: 'admin',
    answers: {
      'GET /api/admin/pages/{id}': () => stored,
      'GET /api/admin/pages/{id}/versions': ({ query }) => versionsOf(Number(query.page)),
      'GET /api/site': () => new Promise(() => {}),
      ...answers,
    },
  });
  const title = await screen.findByLabelText<HTMLInputElement>('Title');
  return { ...view, title };
}

test('page 2 of the history of a page lists the older versions', async () => {
  const { user } = await open();
  await screen.findByLabelText('Show version 4');
  screen.getByLabelText('Show version 3');
  const pager = within(screen.getByLabelText('Pages of versions'));
  await user.click(pager.getByText('Next'));
  await screen.findByLabelText('Show version 2');
  screen.getByLabelText('Show version 1');
  expect(screen.queryByLabelText('Show version 4')).toBeNull();
});

test('a draft is saved on the version that was opened, and the next one on what was saved', async () => {
  const { user, title } = await open({
    [save]: () => store({ ...page, version: stored.version + 1 }),
  });
  expect(screen.getByText<HTMLButtonElement>('Save Draft').disabled).toBe(true);
  await user.type(title, '!');
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('The draft is saved.');
  await expect.poll(() => screen.getByText<HTMLButtonElement>('Save Draft').disabled).toBe(true);
  await user.type(title, '?');
  await user.click(screen.getByText('Save Draft'));
  await expect.poll(() => requests(save).length).toBe(2);
  expect(requests(save).map(({ body }) => body)).toEqual([
    {
      title: 'The Rules!',
      description: 'What is allowed.',
      content: '<p>Be kind.</p>',
      version: 4,
      isPublished: false,
    },
    {
      title: 'The Rules!?',
      description: 'What is allowed.',
      content: '<p>Be kind.</p>',
      version: 5,
      isPublished: false,
    },
  ]);
});

async function overtake() {
  const view = await open({
    [save]: () => {
      if (stored === theirs) return store({ ...page, version: 6, publishedVersion: 6 });
      store(theirs);
      return refuse('admin/outdated', 'Someone else saved this page.');
    },
  });
  await view.user.type(view.title, '!');
  await view.user.click(screen.getByText('Publish Changes'));
  await screen.findByText('There is a newer version');
  expect(view.title.value).toBe('The Rules!');
  return view;
}

test('an editor who was overtaken keeps the own text and publishes it over the newer one', async () => {
  const { user, title } = await overtake();
  await user.click(screen.getByText('Keep Mine'));
  expect(screen.queryByText('There is a newer version')).toBeNull();
  expect(title.value).toBe('The Rules!');
  await user.click(screen.getByText('Publish Changes'));
  await screen.findByText('The page is published.');
  expect(requests(save)[1]?.body).toMatchObject({
    title: 'The Rules!',
    version: 5,
    isPublished: true,
  });
});

test('an editor who was overtaken can save the text that was opened over the newer one', async () => {
  const { user, title } = await overtake();
  await user.click(screen.getByText('Keep Mine'));
  await user.type(title, '{Backspace}');
  expect(title.value).toBe('The Rules');
  expect(screen.getByText<HTMLButtonElement>('Save Draft').disabled).toBe(false);
});

test('an editor who was overtaken can load the newer text', async () => {
  const { user, title } = await overtake();
  await user.click(screen.getByText('Load Theirs'));
  expect(title.value).toBe('Their Rules');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Theirs.');
  screen.getByText('Be kinder.');
  expect(screen.queryByText('There is a newer version')).toBeNull();
  expect(screen.getByText<HTMLButtonElement>('Save Draft').disabled).toBe(true);
});

test('a page without a title is not sent', async () => {
  const { user, title } = await open();
  await user.clear(title);
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('Give the page a title.');
  expect(document.activeElement).toBe(title);
  await user.type(title, 'x');
  expect(screen.queryByText('Give the page a title.')).toBeNull();
});

test('leaving with unsaved changes asks first', async () => {
  const { user, title, router } = await open();
  await user.type(title, '!');
  await user.click(screen.getByText('All pages'));
  await screen.findByText('This page has unsaved changes. Leave and lose them?');
  await user.click(screen.getByText('Stay'));
  expect(title.value).toBe('The Rules!');
  expect(router.latestLocation.pathname).toBe('/admin/pages/edit/7');
  await user.click(screen.getByText('All pages'));
  await user.click(await screen.findByText('Leave'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/admin/pages');
});
