import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectNoSidewaysScroll, test } from './support/test.ts';

test('on a phone the news cards are in a row that is swiped @slow', async ({ page }) => {
  await page.goto('/#news');
  const cards = page.getByRole('article');
  await expect(cards.nth(1)).toBeVisible();
  // Read both positions at once: the page is still scrolling to the news.
  const [first, second] = await cards.evaluateAll((all) =>
    all.slice(0, 2).map((card) => card.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(second!.left).toBeGreaterThan(first!.right);
  expect(second!.top).toBe(first!.top);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('link', { name: /^Read more/ })
    .first()
    .click();
  await expect(page.getByRole('article').first().getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'All news' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All News' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const chosen = page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Technical' });
  await chosen.click();
  await expect(page).toHaveURL('/news?category=Technical');
  await expect(chosen).toBeInViewport();
});

test('on a phone an admin finds and edits posts @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/news');
  await page.getByRole('table', { name: 'Posts' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog', { name: 'Preview' }).getByRole('article')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
