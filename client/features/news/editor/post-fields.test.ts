import { expect, test } from 'vitest';

import type { EditedPost } from '#shared/endpoints/news.ts';

import { blankFields, fieldsOf, isSame, toDraft } from './post-fields.ts';

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
