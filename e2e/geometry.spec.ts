import type { Page } from '@playwright/test';

import { pages } from '#shared/pages.ts';

import { demoEmails, signIn } from './support/accounts.ts';
import { findLayoutDefects } from './support/geometry.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

// At every width nothing overlaps the navigation, nothing scrolls sideways and no text is cut off, and axe
// finds nothing. A page added to shared/pages.ts is covered without a change here.

const widths = [320, 390, 768, 1440, 1920, 2560];
const adminWidths = [390, 1440];
/** Pages whose plain address does not show them in full, or shows far more than is needed. */
const addresses: Record<string, string[]> = {
  '/admin/manage/$username': ['/admin/manage/Wyn%20Player'],
  // A few endpoints are enough: the others look the same.
  '/api/docs': ['/api/docs?q=poll'],
  '/hiscores': [
    '/hiscores',
    '/hiscores?player=Wyn+Player',
    '/hiscores?compare=Wyn+Player,Ember+Fox',
  ],
  // Linked in the footer.
  '/pages/$slug': ['/pages/rules'],
  '/shop': ['/shop', '/shop?topup=true'],
};

for (const [path, { requiresLogin, adminOnly }] of Object.entries(pages)) {
  test(`${path} fits every width and is accessible`, async ({ page }) => {
    if (requiresLogin) await signIn(page, adminOnly ? demoEmails.admin : demoEmails.player);
    const defects: string[] = [];
    for (const address of addresses[path] ?? [await findAddress(page, path)]) {
      await openPage(page, address);
      await expectNoAxeViolations(page);
      for (const width of adminOnly ? adminWidths : widths) {
        const found = await findLayoutDefects(page, width);
        defects.push(...found.map((defect) => `${address} at ${width}: ${defect}`));
      }
    }
    expect(defects).toEqual([]);
  });
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible();
  // The design system has examples that load for ever.
  const isExample = address === '/dev/ui';
  if (!isExample) await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
}

/** Of a page with a parameter, the first one that the page above it links to. */
async function findAddress(page: Page, path: string): Promise<string> {
  const [start = ''] = path.split('$');
  if (start === path) return path;
  let above = start;
  do above = above.slice(0, above.lastIndexOf('/')) || '/';
  while (!(above in pages));
  await openPage(page, above);
  const link = page.locator(`main a[href^="${start}"]`).first();
  return (await link.getAttribute('href')) ?? path;
}
