import type { DevMail } from '#shared/endpoints/dev.ts';

import { expect, expectNoAxeViolations, test } from './support/test.ts';

const address = 'moderator@wynhold.test';

test.beforeEach(async ({ request }) => {
  // Reset emails are limited per address and per caller, and other tests need some too.
  const mails = (await (await request.get('/api/dev/mail')).json()) as DevMail[];
  if (mails.some(({ to }) => to === address)) return;
  const response = await request.post('/idp/v1/accounts:sendOobCode?key=embedded', {
    data: { requestType: 'PASSWORD_RESET', email: address, clientType: 'CLIENT_TYPE_WEB' },
  });
  expect(response.ok()).toBe(true);
});

test('the demo outbox shows an email whose link works @slow', async ({ page }) => {
  await page.goto('/dev/mail');
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await page.getByRole('link', { name: address }).first().click();
  const letter = page.getByRole('article');
  await expect(letter.getByRole('heading')).toHaveText('Reset your Wynhold password');
  await expectNoAxeViolations(page);

  await letter.getByRole('link', { name: 'oobCode=' }).click();
  await expect(page).toHaveURL(/\/reset-password\?mode=resetPassword&oobCode=/);
});

test('the HTML version opens as a separate page, styled and without scripts @slow', async ({
  page,
  allowConsoleErrors,
}) => {
  // The page blocks Playwright's own scripts.
  allowConsoleErrors(/Blocked script execution/);
  await page.goto('/dev/mail');
  await page.getByRole('link', { name: address }).first().click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the HTML version' }).click();
  const mail = await opening;
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  const button = mail.getByRole('link', { name: 'Choose a new password' });
  await expect(button).toHaveCSS('color', 'rgb(43, 26, 5)');
  await expect(button).toHaveAttribute('href', /\/reset-password\?mode=resetPassword&oobCode=/);
});

test('on a phone either the list or the email is shown @slow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/mail');
  const letter = page.getByRole('article');
  const first = page.getByRole('link', { name: address }).first();
  await expect(first).toBeVisible();
  await expect(letter).toBeHidden();
  await first.click();
  await expect(letter).toBeVisible();
  await expect(first).toBeHidden();
  await page.getByRole('link', { name: 'All emails' }).click();
  await expect(first).toBeVisible();
});
