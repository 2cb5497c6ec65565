import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { expect } from './test.ts';

export type CreatedPost = { id: string; title: string; version: number };

type Draft = { title: string; content: string; category: string; state: string };

/** Uses the API; the page's browser must be signed in as an admin. */
export async function createPost(page: Page, draft: Partial<Draft> = {}): Promise<CreatedPost> {
  const data = {
    title: inventTitle(),
    content: '<p>Word from the gate.</p>',
    category: 'Community',
    displayImage: null,
    state: 'published',
    publishAt: null,
    ...draft,
  };
  const response = await page.request.post('/api/admin/news', { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as CreatedPost;
}

export async function deletePosts(page: Page, posts: readonly CreatedPost[]): Promise<void> {
  for (const { id } of posts) await page.request.delete(`/api/admin/news/${id}`);
}

export function inventTitle(): string {
  return `Tidings ${Date.now().toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`;
}

/** A picture of one colour; use another colour for a different picture. */
export function createPicture(background = '#7c3b12', width = 900, height = 500): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
