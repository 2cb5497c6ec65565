import { expect, test } from 'vitest';

import type { EditedPost } from '#shared/endpoints/news.ts';

import { blankFields, fieldsOf, fieldsOfNew, isSame, toDraft } from './post-fields.ts';

const now = Date.parse('2026-11-04T12:00:00Z');

const post: EditedPost = {
  id: '7',
  title: 'The Gates Open',
  category: 'Events',
  displayImage: '/media/abc-800.webp',
  picture: null,
  content: '<p>Come in.</p>',
  state: 'scheduled',
  publishAt: '2026-12-01T18:30:00.000Z',
  createdAt: null,
  updatedAt: '2026-11-04T10:00:00.000Z',
  updatedBy: 'Wyn Admin',
  version: 3,
};

test('a post is unchanged after passing through the form', () => {
  const { data: draft } = toDraft(fieldsOf(post), now);
  expect(draft).toEqual({
    title: post.title,
    category: post.category,
    displayImage: post.displayImage,
    content: post.content,
    state: 'scheduled',
    publishAt: '2026-12-01T18:30:00.000Z',
  });
});

test('the publishing time is not sent unless the post is scheduled', () => {
  const fields = { ...fieldsOf(post), state: 'published' as const };
  expect(toDraft(fields, now).data?.publishAt).toBeNull();
  expect(fieldsOf({ ...post, state: 'published' }).publishAt).toBe('');
});

test('a title is required, and a future time for scheduling', () => {
  expect(toDraft(blankFields, now).errors).toEqual({ title: 'Give the post a title.' });
  const late = { ...fieldsOf(post), publishAt: '2020-01-01T00:00' };
  expect(toDraft(late, now).errors).toEqual({
    publishAt: 'Choose a publishing time in the future.',
  });
  expect(toDraft({ ...late, publishAt: '' }, now).errors).toHaveProperty('publishAt');
});

test('fields differ when anything visible to readers differs', () => {
  const fields = fieldsOf(post);
  expect(isSame(fields, { ...fields })).toBe(true);
  expect(isSame(fields, { ...fields, content: '<p>Go away.</p>' })).toBe(false);
  expect(isSame(fields, { ...fields, publishAt: '2026-12-02T18:30' })).toBe(false);
});

test('every field that is saved counts as a change, and the description of the picture does not', () => {
  const fields = fieldsOf(post);
  const changes = [
    { title: 'x' },
    { category: 'x' },
    { displayImage: null },
    { content: 'x' },
    { state: 'draft' as const },
    { publishAt: '' },
  ];
  expect(changes.map((change) => isSame(fields, { ...fields, ...change }))).toEqual(
    changes.map(() => false),
  );
  const picture = { url: '/media/a', src: '/media/a.webp', srcset: '', width: 2, height: 1 };
  expect(isSame(fields, { ...fields, picture })).toBe(true);
});

test('a post is published after now, not now', () => {
  const at = (publishAt: string) => toDraft({ ...fieldsOf(post), publishAt }, now).errors;
  // The tests run in New York, five hours behind UTC in winter.
  expect(at('2026-11-04T07:00')).toEqual({ publishAt: 'Choose a publishing time in the future.' });
  expect(at('2026-11-04T07:01')).toBeUndefined();
});

test('a new post has the usual category, or the first if that is hidden', () => {
  const label = (key: string) => ({
    key,
    name: key,
    icon: 'news' as const,
    tone: 'gold' as const,
    isHidden: false,
  });
  const labels = [label('Events'), label('Game Updates')];
  expect(fieldsOfNew(labels).category).toBe('Game Updates');
  expect(fieldsOfNew(labels.slice(0, 1)).category).toBe('Events');
  expect(fieldsOfNew([])).toEqual(blankFields);
});
