import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';

import { AdminEditPage } from './admin-edit-page.tsx';
import { editedPageQuery } from './own-pages.queries.ts';

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

async function open(answers: Answers = {}, opened = page) {
  stored = opened;
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

const isDisabled = (name: string) => screen.getByText<HTMLButtonElement>(name).disabled;

test('a newer draft can be published, what is published already cannot', async () => {
  await open();
  screen.getByText('Newer draft');
  screen.getByText('Visitors see the version before this draft.');
  expect(isDisabled('Publish Changes')).toBe(false);
  expect(isDisabled('Save Draft')).toBe(true);
  expect(screen.getByText('View Page').closest('a')?.getAttribute('href')).toBe('/pages/rules');
});

test('a published text can be published again only after a change', async () => {
  const { user, title } = await open({}, { ...page, publishedVersion: 4 });
  screen.getByText('Visitors see this text.');
  expect(screen.queryByText('Newer draft')).toBeNull();
  expect(isDisabled('Publish Changes')).toBe(true);
  await user.type(title, '!');
  screen.getByText('Unsaved changes.');
  expect(isDisabled('Publish Changes')).toBe(false);
});

test('a draft has nothing to view or to unpublish', async () => {
  await open({}, { ...page, publishedVersion: null });
  screen.getByText('Only admins can see it.');
  expect(isDisabled('Publish')).toBe(false);
  for (const text of ['View Page', 'Unpublish', 'Published']) {
    expect(screen.queryByText(text), text).toBeNull();
  }
});

test('the terms have no address to choose, cannot be hidden, and go back to their default text', async () => {
  const terms = { ...page, id: 'terms', slug: 'terms', isFixed: true, publishedVersion: 4 };
  const restore = 'POST /api/admin/pages/{id}/versions/{version}/restore';
  const { user } = await open({ [restore]: () => store({ ...terms, version: 5 }) }, terms);
  expect(screen.getByText('View Page').closest('a')?.getAttribute('href')).toBe('/terms');
  for (const text of ['Unpublish', 'Address and Links']) {
    expect(screen.queryByText(text), text).toBeNull();
  }
  await user.click(screen.getByText('Restore the Default'));
  await screen.findByText(
    'Restore the default text as the newest version? Every visitor sees it at once.',
  );
  await user.click(within(screen.getByRole('alertdialog')).getByText('Restore'));
  await screen.findByText('The text is restored.');
  expect(requests(restore).map(({ params }) => params)).toEqual([{ id: 'terms', version: '0' }]);
});

test('the default text of the terms is what visitors see', async () => {
  const terms = { ...page, id: 'terms', slug: 'terms', isFixed: true, isDefault: true };
  await open({}, { ...terms, version: 0, publishedVersion: 0 });
  screen.getByText('Visitors see the default text.');
  expect(screen.queryByText('Restore the Default')).toBeNull();
});

test('a page is unpublished after a question', async () => {
  const unpublish = 'POST /api/admin/pages/{id}/unpublish';
  const { user } = await open({
    [unpublish]: () => store({ ...page, publishedVersion: null }),
  });
  await user.click(screen.getByText('Unpublish'));
  await screen.findByText(/^Unpublish “The Rules”\? Visitors can no longer open it/);
  await user.click(screen.getByText('Cancel'));
  expect(requests(unpublish)).toEqual([]);
  await user.click(screen.getByText('Unpublish'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Unpublish'));
  await screen.findByText('Only admins can see it.');
  expect(requests(unpublish).map(({ params }) => params)).toEqual([{ id: '7' }]);
});

const place = 'PUT /api/admin/pages/{id}/place';

test('address and links are sent as they are chosen, based on what was saved, without the text', async () => {
  const { user, title } = await open({
    [place]: () => store({ ...page, slug: 'rules2', placeVersion: 2 }),
  });
  await user.type(title, '!');
  const label = screen.getByLabelText(/^Text of the link/);
  await user.fill(label, ' Read me ');
  await user.click(screen.getByLabelText(/^Link in the navigation/));
  await user.click(screen.getByLabelText('Link in the footer'));
  await user.fill(screen.getByLabelText(/^Address/, { selector: 'input' }), '2');
  await user.click(screen.getByText('Save Address and Links'));
  await screen.findByText('The address and the links are saved.');
  expect(requests(place).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: '7' },
      body: {
        slug: 'rules2',
        label: 'Read me',
        inNavigation: false,
        inFooter: true,
        placeVersion: 1,
      },
    },
  ]);
  expect(title.value).toBe('The Rules!');
  await user.click(screen.getByText('Save Address and Links'));
  await expect.poll(() => requests(place)).toHaveLength(2);
  expect(requests(place)[1]?.body).toMatchObject({ slug: 'rules2', placeVersion: 2 });
});

test('an address that another page has is marked, and no label is sent as none', async () => {
  const text = 'Another page has this address.';
  const { user } = await open({ [place]: refuse('pages/address-taken', text, { slug: text }) });
  await user.click(screen.getByText('Save Address and Links'));
  await screen.findByText(text);
  expect(
    screen.getByLabelText(/^Address/, { selector: 'input' }).getAttribute('aria-invalid'),
  ).toBe('true');
  expect(requests(place)[0]?.body).toEqual({
    slug: 'rules',
    label: null,
    inNavigation: true,
    inFooter: false,
    placeVersion: 1,
  });
});

test('an earlier text is restored after a question that says what is lost', async () => {
  const restore = 'POST /api/admin/pages/{id}/versions/{version}/restore';
  const restored = { ...page, version: 5, publishedVersion: 5, title: 'Old Rules' };
  const { user, title } = await open({ [restore]: () => store(restored) });
  await screen.findByLabelText('Show version 4');
  expect(screen.queryByLabelText('Restore version 4')).toBeNull();
  await user.type(title, '!');
  await user.click(screen.getByLabelText('Restore version 3'));
  await screen.findByText(
    'Restore version 3 as the newest version? Every visitor sees it at once. Your unsaved changes are lost.',
  );
  await user.click(screen.getByText('Cancel'));
  expect(title.value).toBe('The Rules!');
  expect(requests(restore)).toEqual([]);
  await user.click(screen.getByLabelText('Restore version 3'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Restore'));
  await expect.poll(() => title.value).toBe('Old Rules');
  expect(requests(restore).map(({ params }) => params)).toEqual([{ id: '7', version: '3' }]);
  expect(isDisabled('Save Draft')).toBe(true);
});

test('Ctrl and S save a draft, with Shift they do not', async () => {
  const { user, title } = await open({ [save]: () => store({ ...page, version: 5 }) });
  await user.type(title, '!');
  await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  expect(requests(save)).toEqual([]);
  await user.keyboard('{Control>}s{/Control}');
  await expect.poll(() => requests(save).length).toBe(1);
  expect(requests(save)[0]?.body).toMatchObject({ title: 'The Rules!', isPublished: false });
});

test('the preview shows the text on the screen with the names of the site', async () => {
  const { user, title } = await open();
  await user.fill(title, ' of {site}');
  await user.click(screen.getByText('Preview'));
  await screen.findByText('The Rules of Testhold');
});

test('a page that is deleted while it is open keeps its editor and the unsaved text', async () => {
  const { user, title } = await open();
  await user.type(title, '!');
  answer({ 'GET /api/admin/pages/{id}': refuse('request/not-found', 'There is no such page.') });
  act(() => void queryClient.invalidateQueries({ queryKey: editedPageQuery('7').queryKey }));
  await screen.findByText('This page has been deleted');
  expect(title.value).toBe('The Rules!');
});

test('a version of the history is shown as its readers saw it', async () => {
  const route = 'GET /api/admin/pages/{id}/versions/{version}';
  const old = { title: 'Older Rules', content: '<p>Be quiet.</p>', updatedAt: null };
  const { user } = await open({ [route]: old as never });
  await user.click(await screen.findByLabelText('Show version 3'));
  const preview = within(await screen.findByRole('dialog', { name: 'Preview' }));
  preview.getByText('Version 3');
  await preview.findByText('Older Rules');
  preview.getByText('Be quiet.');
  expect(requests(route).map(({ params }) => params)).toEqual([{ id: '7', version: '3' }]);
  await user.click(preview.getByLabelText('Close preview'));
  expect(screen.queryByText('Older Rules')).toBeNull();
});

test('the history says who saved a version, which one is published, and which was the default', async () => {
  const [newest, older] = versionsOf(1).versions;
  const versions = [
    { ...newest!, isPublished: true },
    { ...older!, savedBy: null, isDefault: true },
  ];
  await open({
    'GET /api/admin/pages/{id}/versions': { page: 1, pages: 1, total: 2, versions },
  });
  const lines = ['Show version 4', 'Show version 3'].map(
    async (label) => (await screen.findByLabelText(label)).closest('li')?.textContent,
  );
  expect(await Promise.all(lines)).toEqual([
    expect.stringMatching(/^Version 4 PublishedElder · 1 Nov 2026, 07:00Show$/),
    expect.stringMatching(
      /^Version 3 Unknown account · 1 Nov 2026, 07:00 · the default textShowRestore$/,
    ),
  ]);
});

test('without changes of one’s own, a newer version is only loaded', async () => {
  const { user, title } = await open();
  stored = { ...theirs, savedBy: null };
  await act(() => queryClient.invalidateQueries({ queryKey: editedPageQuery('7').queryKey }));
  await screen.findByText(/^Someone else saved this page on .*, after you opened it\./);
  expect(screen.queryByText('Keep Mine')).toBeNull();
  await user.click(screen.getByText('Load Theirs'));
  expect(title.value).toBe('Their Rules');
});

test('a page that could not be saved says why, but not twice what is shown elsewhere', async () => {
  const { user, title } = await open({ [save]: refuse('request/rate-limited', 'Too many.') });
  await user.type(title, '!');
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('The page was not saved');
  screen.getByText('Too many.');
  const text = 'This title is taken.';
  answer({ [save]: refuse('request/invalid', text, { title: text }) });
  await user.click(screen.getByText('Save Draft'));
  await expect.poll(() => title.ariaInvalid).toBe('true');
  expect(screen.queryByText('The page was not saved')).toBeNull();
  stored = theirs;
  answer({ [save]: refuse('admin/outdated', 'Someone else saved this page.') });
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('There is a newer version');
  expect(screen.queryByText('The page was not saved')).toBeNull();
});

test('restoring a text of a page that nobody sees says nothing of visitors', async () => {
  const { user } = await open({}, { ...page, publishedVersion: null });
  await user.click(await screen.findByLabelText('Restore version 3'));
  await screen.findByText('Restore version 3 as the newest version?');
});
