import type { DevMail } from '#shared/endpoints/dev.ts';

import { createAccount, demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect } from './support/test.ts';

test('an admin rewrites the reset email, tests it, players get it, and the default comes back @slow', async ({
  page,
  openContext,
}) => {
  const player = await (await openContext()).newPage();
  const account = await createAccount(player);
  const newestTo = async (email: string, part: string) => {
    const mails = (await (await player.request.get('/api/dev/mail')).json()) as DevMail[];
    return mails.find(({ to, subject }) => to.includes(email) && subject.includes(part));
  };
  const requestReset = async () => {
    const answer = await player.request.post('/idp/v1/accounts:sendOobCode?key=embedded', {
      data: { requestType: 'PASSWORD_RESET', email: account.email },
    });
    expect(answer.ok()).toBe(true);
  };

  await signIn(page, demoEmails.admin);
  await page.goto('/admin/server?view=site');
  await page.getByRole('link', { name: 'Edit the Emails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emails');
  await page.getByRole('link', { name: 'Password Reset', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Reset');

  const text = page.getByRole('textbox', { name: 'Text' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await text.fill('Come back soon.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The text must contain {link}.')).toBeVisible();
  await text.fill('Your key, :\n\n');
  await text.press('ControlOrMeta+End');
  await page.getByRole('button', { name: 'Insert {link}' }).click();
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 10));
  await page.getByRole('button', { name: 'Insert {username}' }).click();
  await expect(text).toHaveValue('Your key, {username}:\n\n{link}');
  await expect(preview.getByText('Your key, Wyn Admin:')).toBeVisible();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A key for {site}');
  await expect(preview.getByText('A key for Wynhold')).toBeVisible();
  await page.getByRole('textbox', { name: 'Button' }).fill('Take the key');
  await expect(preview.getByText('Take the key')).toBeVisible();

  await page.getByRole('button', { name: 'Send Test Email' }).click();
  await expect(page.getByText('SMTP_URL is not set')).toBeVisible();
  const sample = await newestTo(demoEmails.admin, 'Test: A key for Wynhold');
  expect(sample?.text).toContain('Your key, Wyn Admin:');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. The next email has this text.')).toBeVisible();

  await requestReset();
  await expect.poll(() => newestTo(account.email, 'A key for Wynhold')).toBeTruthy();
  const sent = await newestTo(account.email, 'A key for Wynhold');
  expect(sent?.text.toLowerCase()).toContain(`your key, ${account.username}:`.toLowerCase());
  expect(sent?.text).toMatch(/Take the key:\s+\S+\/reset-password\?mode=resetPassword&oobCode=/);

  await page.getByRole('button', { name: 'Reset to Default' }).click();
  await page.getByRole('button', { name: 'Use the Default' }).click();
  await expect(preview.getByText('Reset your Wynhold password')).toBeVisible();
  await page.getByRole('button', { name: 'Use version 1' }).click();
  await expect(preview.getByText('Your key, Wyn Admin:')).toBeVisible();
  await page.getByRole('link', { name: 'All emails' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emails');
  await requestReset();
  await expect.poll(() => newestTo(account.email, 'Reset your Wynhold password')).toBeTruthy();
});
