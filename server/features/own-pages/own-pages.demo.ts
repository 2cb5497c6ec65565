import * as z from 'zod/mini';

import { readDemoTexts } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';
import { NewPage, PageText } from '#shared/endpoints/own-pages.ts';

import { insertPage, insertVersion, updatePage } from './own-pages.db.ts';

const DemoPage = z.strictObject({ ...NewPage.shape, html: PageText.shape.content });

export async function loadDemoPages({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  for (const { slug, title, html } of await readDemoTexts('pages', DemoPage)) {
    const id = await insertPage(db, slug);
    if (id === undefined) continue;
    const text = { title, format: 'html' as const, content: html };
    await insertVersion(db, { page_id: id, version: 1, ...text, saved_by: null });
    await updatePage(db, id, { published_version: 1, in_footer: true });
  }
  // The links are in memory already.
  await live.publish(db, { topic: 'site' });
}
