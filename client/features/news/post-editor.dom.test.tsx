import { act, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { answerUploads } from '#client/testing/fake-upload.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { AdminNewsEditorPage } from './admin-news-editor-page.tsx';
import { editedPostQuery, editedPostsQuery } from './admin-news.queries.ts';

const post: EditedPost = {
  id: '31',
  title: 'Winter',
  category: 'Dev Blogs',
  displayImage: null,
  picture: null,
  createdAt: null,
  content: '<p>Snow.</p>',
  state: 'draft',
  publishAt: null,
  updatedAt: '2026-11-01T12:00:00.000Z',
  updatedBy: 'Elder',
  version: 6,
};

const theirs: EditedPost = {
  ...post,
  title: 'Their Winter',
  content: '<p>Ice.</p>',
  updatedBy: 'Raven',
  version: 7,
};

/** The state of the fake server. */
let stored = post;

function save(version: number): EditedPost {
  stored = { ...stored, version };
  return stored;
}

const update = 'PUT /api/admin/news/{id}';

async function open(answers: Answers = {}) {
  stored = post;
  const view = await renderScreen(<AdminNewsEditorPage />, {
    address: '/admin/news/edit/31',
    path: '/admin/news/edit/$id',
    as: 'admin',
    answers: { 'GET /api/admin/news/{id}': () => stored, ...answers },
  });
  return view;
}

const findTitle = () => screen.findByLabelText<HTMLInputElement>('Title');
const work = () => localStorage.getItem('news-work:31');

test('a saved post is not offered again as unsaved work', async () => {
  const first = await open({ [update]: () => save(7) });
  await first.user.type(await findTitle(), '!');
  await expect.poll(work).toContain('Winter!');
  screen.getByText('Unsaved changes, stored on this device.');
  await first.user.click(screen.getByText('Save Draft'));
  await screen.findByText('All changes are saved.');
  expect(work()).toBeNull();
  expect(requests(update)[0]?.body).toEqual({
    title: 'Winter!',
    category: 'Dev Blogs',
    displayImage: null,
    content: '<p>Snow.</p>',
    state: 'draft',
    publishAt: null,
    version: 6,
  });
  await first.user.type(await findTitle(), '?');
  await first.user.click(screen.getByText('Save Draft'));
  await expect.poll(() => requests(update).length).toBe(2);
  expect(requests(update)[1]?.body).toMatchObject({ title: 'Winter!?', version: 7 });
});

test('unsaved work is offered when the post is opened again, and restored', async () => {
  const fields = { ...post, title: 'Restored', picture: null, publishAt: '' };
  localStorage.setItem(
    'news-work:31',
    JSON.stringify({ fields, version: 6, at: '2026-11-02T10:00:00.000Z' }),
  );
  const { user } = await open();
  await screen.findByText('Unsaved Work Found');
  expect(screen.queryByText(/Someone has saved a newer version/)).toBeNull();
  await user.click(screen.getByText('Restore It'));
  expect((await findTitle()).value).toBe('Restored');
  screen.getByText('Unsaved changes, stored on this device.');
});

test('restored work is saved on the version it began with, not on a newer one', async () => {
  const fields = { ...post, title: 'Restored', picture: null, publishAt: '' };
  localStorage.setItem(
    'news-work:31',
    JSON.stringify({ fields, version: 5, at: '2026-11-02T10:00:00.000Z' }),
  );
  const { user } = await open({ [update]: refuse('news/outdated', 'Elder saved this post.') });
  await screen.findByText(/Someone has saved a newer version of the post since/);
  await user.click(screen.getByText('Restore It'));
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('Someone else saved this post');
  expect(requests(update).map(({ body }) => body)).toMatchObject([
    { title: 'Restored', version: 5 },
  ]);
  expect((await findTitle()).value).toBe('Restored');
});

test('unsaved work can be discarded', async () => {
  const fields = { ...post, title: 'Restored', picture: null, publishAt: '' };
  localStorage.setItem(
    'news-work:31',
    JSON.stringify({ fields, version: 5, at: '2026-11-02T10:00:00.000Z' }),
  );
  const { user } = await open();
  await screen.findByText(/Someone has saved a newer version of the post since/);
  await user.click(screen.getByText('Discard It'));
  expect((await findTitle()).value).toBe('Winter');
  expect(work()).toBeNull();
});

async function overtake() {
  const view = await open({
    [update]: () => {
      if (stored === theirs) return save(8);
      stored = theirs;
      return refuse('news/outdated', 'Someone else saved this post.');
    },
  });
  const title = await findTitle();
  await view.user.type(title, '!');
  await view.user.click(screen.getByText('Save Draft'));
  await screen.findByText('Someone else saved this post');
  return { ...view, title };
}

test('an author who was overtaken loads the newer post and keeps a copy of the own text', async () => {
  const { user, title } = await overtake();
  await user.click(screen.getByText('Load Theirs, Keep Mine as a Copy to Paste'));
  expect(title.value).toBe('Their Winter');
  screen.getByText('Ice.');
  expect(localStorage.getItem('news-aside:31')).toContain('Winter!');
  await user.type(title, '?');
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('The draft is saved.');
  expect(requests(update)[1]?.body).toMatchObject({ title: 'Their Winter?', version: 7 });
});

test('an author who was overtaken can decide later, and nothing is lost', async () => {
  const { user, title } = await overtake();
  await user.click(screen.getByText('Decide Later'));
  expect(title.value).toBe('Winter!');
  screen.getByText('There is a newer version');
  await user.click(screen.getByText('Choose a Version'));
  await user.click(screen.getByText('Load Theirs, Discard Mine'));
  expect(title.value).toBe('Their Winter');
  expect(localStorage.getItem('news-aside:31')).toBeNull();
});

test('a scheduled post needs a time in the future, and is sent in UTC', async () => {
  const { user } = await open({ [update]: () => save(7) });
  await findTitle();
  await user.click(screen.getByLabelText(/^Scheduled/));
  await user.click(screen.getByText('Schedule'));
  screen.getByText('Choose a publishing time in the future.');
  const field = screen.getByLabelText<HTMLInputElement>(/^Publish at/);
  expect(document.activeElement).toBe(field);
  await user.fill(field, '2199-07-01T18:30');
  await user.click(screen.getByText('Schedule'));
  await expect.poll(() => requests(update).length).toBe(1);
  // The tests run in New York, four hours behind UTC in summer.
  expect(requests(update)[0]?.body).toMatchObject({
    state: 'scheduled',
    publishAt: '2199-07-01T22:30:00.000Z',
  });
});

test('a new post that was saved is not offered again for the next new post', async () => {
  const { user, router } = await renderScreen(<AdminNewsEditorPage />, {
    address: '/admin/news/new',
    as: 'admin',
    answers: { 'POST /api/admin/news': post },
  });
  await user.fill(await findTitle(), 'Winter');
  await expect.poll(() => localStorage.getItem('news-work:new')).toContain('Winter');
  await user.click(screen.getByText('Save Draft'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/admin/news/edit/31');
  expect(localStorage.getItem('news-work:new')).toBeNull();
  expect(requests('POST /api/admin/news')[0]?.body).toMatchObject({
    title: 'Winter',
    category: 'Updates',
    state: 'draft',
  });
});

test('a pasted table stays a table, and one can be inserted, grown and removed', async () => {
  const { user } = await open({ [update]: () => save(7) });
  await findTitle();
  const content = screen.getByLabelText('Content');
  const { editor } = content as HTMLElement & { editor: Editor };
  const saveText = async () => {
    await user.click(screen.getByText('Save Draft'));
    await screen.findByText('All changes are saved.');
    return (requests(update).at(-1)!.body as EditedPost).content;
  };
  editor.commands.selectAll();
  act(() => {
    editor.view.pasteHTML(
      '<table border="1"><colgroup><col><col></colgroup><tr><th>Day</th><th>Hours</th></tr><tr><td colspan="2">Mon</td></tr></table>',
      // jsdom has no ClipboardEvent.
      new Event('paste') as ClipboardEvent,
    );
  });
  expect(await saveText()).toBe(
    '<table><tbody><tr><th><p>Day</p></th><th><p>Hours</p></th></tr><tr><td colspan="2"><p>Mon</p></td></tr></tbody></table>',
  );
  act(() => void editor.commands.setContent('<p></p>'));
  await user.click(screen.getByLabelText('Table'));
  const size = () => [...content.querySelectorAll('tr')].map((row) => row.cells.length);
  expect(size()).toEqual([3, 3, 3]);
  act(() => void editor.commands.insertContent('Rate'));
  expect(content.querySelector('th')?.textContent).toBe('Rate');
  await user.click(screen.getByLabelText('Add row'));
  await user.click(screen.getByLabelText('Add column'));
  expect(size()).toEqual([4, 4, 4, 4]);
  await user.click(screen.getByLabelText('Remove column'));
  await user.click(screen.getByLabelText('Remove row'));
  expect(size()).toEqual([3, 3, 3]);
  await user.click(screen.getByLabelText('Remove table'));
  expect(size()).toEqual([]);
  expect(screen.queryByLabelText('Add row')).toBeNull();
});

test.each<[EditedPost['state'], string[]]>([
  ['draft', ['Save Draft', 'Schedule', 'Publish']],
  ['scheduled', ['Save Draft', 'Save Changes', 'Publish']],
  ['published', ['Save and Unpublish', 'Schedule', 'Save Changes']],
])('the button of a post that was saved as %s says what saving does', async (state, labels) => {
  const saved = { ...post, state, publishAt: '2199-07-01T22:30:00.000Z' };
  const { user } = await open({ 'GET /api/admin/news/{id}': saved });
  await findTitle();
  expect(screen.queryByText('View Post') !== null).toBe(state === 'published');
  const times: (string | undefined)[] = [];
  for (const [at, next] of ['Draft', 'Scheduled', 'Published'].entries()) {
    await user.click(screen.getByLabelText(new RegExp(`^${next}`)));
    screen.getByText(labels[at]!);
    times.push(screen.queryByLabelText<HTMLInputElement>(/^Publish at/)?.value);
  }
  const known = state === 'scheduled' ? '2199-07-01T18:30' : '';
  expect(times).toEqual([undefined, known, undefined]);
});

test('leaving with unsaved changes asks first, and Ctrl+S saves them', async () => {
  const { user, router } = await open({ [update]: () => save(7) });
  await user.type(await findTitle(), '!');
  void router.navigate({ to: '/admin/news' });
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^This post has unsaved changes\./);
  await user.click(dialog.getByText('Stay'));
  expect(router.state.location.pathname).toBe('/admin/news/edit/31');
  expect((await findTitle()).value).toBe('Winter!');
  await user.click(await findTitle());
  await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  expect(requests(update)).toEqual([]);
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('All changes are saved.');
  expect(requests(update)).toHaveLength(1);
  await router.navigate({ to: '/admin/news' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/admin/news');
});

test('a post that is deleted while it is open keeps its editor and the unsaved text', async () => {
  const { user } = await open();
  await user.type(await findTitle(), '!');
  answer({ 'GET /api/admin/news/{id}': refuse('request/not-found', 'There is no such post.') });
  await act(() => queryClient.invalidateQueries({ queryKey: ['news'] }));
  await screen.findByText('This post has been deleted');
  expect((await findTitle()).value).toBe('Winter!');
});

test('work that the author has undone is not kept as unsaved', async () => {
  const { user } = await open();
  await user.type(await findTitle(), '!');
  await expect.poll(work).toContain('Winter!');
  await user.type(await findTitle(), '{Backspace}');
  await expect.poll(work).toBeNull();
});

test('the address of a link is changed where the caret is in it, and the link is removed', async () => {
  const content = '<p>Read <a href="https://old.example.com">the rules</a> first.</p>';
  const { user } = await open({
    'GET /api/admin/news/{id}': { ...post, content },
    [update]: () => save(7),
  });
  await findTitle();
  const { editor } = screen.getByLabelText('Content') as HTMLElement & { editor: Editor };
  const openLink = async () => {
    act(() => void editor.commands.setTextSelection(9));
    await user.click(screen.getByLabelText('Link'));
    return within(await screen.findByRole('dialog', { name: 'Edit the Link' }));
  };
  const address = (await openLink()).getByLabelText<HTMLInputElement>('Address');
  expect(address.value).toBe('https://old.example.com');
  await user.clear(address);
  await user.fill(address, 'no address');
  await user.click(screen.getByText('Save Link'));
  screen.getByText('Enter an address, like https://example.com or /events.');
  await user.clear(address);
  await user.fill(address, '/pages/rules');
  await user.click(screen.getByText('Save Link'));
  await expect
    .poll(() => editor.getHTML())
    .toBe('<p>Read <a href="/pages/rules">the rules</a> first.</p>');
  await user.click((await openLink()).getByText('Remove Link'));
  expect(editor.getHTML()).toBe('<p>Read the rules first.</p>');
});

test('the preview has the text on the screen and the time that is planned', async () => {
  const scheduled = {
    ...post,
    title: '',
    state: 'scheduled' as const,
    publishAt: '2199-07-01T22:30:00.000Z',
  };
  const { user } = await open({ 'GET /api/admin/news/{id}': scheduled });
  const title = await findTitle();
  const preview = async () => {
    await user.click(screen.getByText('Preview'));
    return within(await screen.findByRole('dialog', { name: 'Preview' }));
  };
  const first = await preview();
  expect(first.getByRole('heading', { level: 1 }).textContent).toBe('Untitled');
  first.getByText('Snow.');
  first.getByText('Workshop');
  expect(document.querySelector('dialog time')?.getAttribute('datetime')).toBe(scheduled.publishAt);
  await user.click(first.getByLabelText('Close preview'));
  await user.fill(title, 'Frost');
  expect((await preview()).getByRole('heading', { level: 1 }).textContent).toBe('Frost');
});

test('a copy of the own version stays until it is discarded after a question', async () => {
  const fields = { ...post, content: '<p>Mine.</p>', picture: null, publishAt: '' };
  localStorage.setItem(
    'news-aside:31',
    JSON.stringify({ fields, version: 5, at: '2026-11-02T10:00:00.000Z' }),
  );
  const { user } = await open();
  await screen.findByText('Your Version, Kept as a Copy');
  expect((await screen.findByLabelText('Your version')).textContent).toBe('Mine.');
  await user.click(screen.getByText('Discard'));
  await screen.findByText('Discard the copy of your version? This cannot be undone.');
  await user.click(screen.getByText('Cancel'));
  screen.getByText('Your Version, Kept as a Copy');
  await user.click(screen.getByText('Discard'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Discard'));
  await expect.poll(() => screen.queryByText('Your Version, Kept as a Copy')).toBeNull();
  expect(localStorage.getItem('news-aside:31')).toBeNull();
});

test.each<[string, Partial<EditedPost>, RegExp]>([
  ['another admin', {}, /^Raven saved this post on .*, after you opened it\.$/],
  [
    'the schedule',
    { updatedBy: null, state: 'published' },
    /^This post was published on schedule on .*, after you opened it\.$/,
  ],
  ['the server', { updatedBy: null }, /^This post was changed on .*, after you opened it\.$/],
])(
  'without changes of one’s own, a newer version of %s is only loaded',
  async (_, change, text) => {
    const { user } = await open();
    const title = await findTitle();
    stored = { ...theirs, ...change };
    await act(() => queryClient.invalidateQueries({ queryKey: ['news'] }));
    await screen.findByText('There is a newer version');
    expect(screen.getByText(text)).toBeTruthy();
    await user.click(screen.getByText('Choose a Version'));
    await screen.findByText('You have changed nothing yet.');
    expect(screen.queryByText(/Keep Mine as a Copy/)).toBeNull();
    expect(screen.getByText('Load Theirs')).toBeTruthy();
    await user.click(screen.getByText('Load Theirs'));
    expect(title.value).toBe('Their Winter');
    expect(screen.queryByText('There is a newer version')).toBeNull();
  },
);

test('the picture of a post is uploaded, sent and removed', async () => {
  const picture = { url: '/media/a', src: '/media/a-8.webp', srcset: '', width: 8, height: 4 };
  answerUploads(picture);
  const { user } = await open({ [update]: () => save(stored.version + 1) });
  await findTitle();
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Display image file'), file);
  await screen.findByAltText('Illustration for Winter');
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('All changes are saved.');
  await user.click(screen.getByText('Remove'));
  expect(screen.queryByAltText('Illustration for Winter')).toBeNull();
  await user.click(screen.getByText('Save Draft'));
  await expect.poll(() => requests(update)).toHaveLength(2);
  const sent = requests(update).map(({ body }) => (body as EditedPost).displayImage);
  expect(sent).toEqual([picture.src, null]);
});

test('a published post can be viewed, is in the list that is read again, and keeps its hidden category', async () => {
  const list = editedPostsQuery({ page: 1, state: undefined, search: undefined });
  const { user } = await open({
    'GET /api/admin/news/{id}': { ...post, category: 'Old' },
    [update]: () => ({ ...save(7), state: 'published' }),
  });
  await findTitle();
  queryClient.setQueryData(list.queryKey, { posts: [], page: 1, pages: 0, total: 0 });
  const category = screen.getByLabelText<HTMLSelectElement>('Category');
  expect([...category.options].map(({ text }) => text)).toEqual([
    'Updates',
    'Workshop',
    'Old Stories',
  ]);
  await user.selectOptions(category, 'Updates');
  await user.click(screen.getByLabelText(/^Published/));
  await user.click(screen.getByText('Publish'));
  await screen.findByText('The post is published.');
  expect(requests(update)[0]?.body).toMatchObject({
    category: 'Updates',
    state: 'published',
    publishAt: null,
  });
  expect(screen.getByText('View Post').closest('a')?.getAttribute('href')).toBe('/news/31');
  expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryData(editedPostQuery('31').queryKey)).toMatchObject({ version: 7 });
});

test('a post that could not be saved says why, and stays unsaved', async () => {
  const { user } = await open({ [update]: refuse('request/rate-limited', 'Too many requests.') });
  await user.type(await findTitle(), '!');
  await user.click(screen.getByText('Save Draft'));
  await screen.findByText('The post was not saved');
  screen.getByText('Too many requests.');
  screen.getByText('Unsaved changes, stored on this device.');
  expect(screen.queryByText('Someone else saved this post')).toBeNull();
});
