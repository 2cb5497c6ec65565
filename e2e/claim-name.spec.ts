import type { Page } from '@playwright/test';

import { demoEmails, expectAlert, inventAccount, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectFitsAndAccessible } from './support/test.ts';

/** Demo players of the game who have no account. */
const [coded, emailed] = ['Ned Flint', 'Cold Harbour'] as const;

async function fillRest(page: Page) {
  const { email, password } = inventAccount();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

async function registerReserved(page: Page, name: string) {
  await page.goto('/register');
  await page.getByLabel('Username').fill(name);
  await fillRest(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await expectAlert(
    page,
    'Registration failed: That username belongs to a player of the game. If it is yours, claim it.',
  );
  await page.getByRole('link', { name: 'Claim this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Claim Your Name' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(name);
}

async function finishRegistration(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(name);
  await fillRest(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await expectAlert(page, 'Registration successful! You can now log in.');
  await expect(page).toHaveURL('/login');
}

test('a player claims the name of their character with a code typed in the game @slow', async ({
  page,
  site,
  request,
}) => {
  const admin = { request };
  await signIn(admin, demoEmails.admin);
  const server = await admin.request.post('/api/admin/servers', { data: { name: 'Claim World' } });
  const { id } = (await server.json()) as { id: number };
  const data = { scopes: ['names'] };
  const created = await admin.request.post(`/api/admin/servers/${id}/tokens`, { data });
  const { token } = (await created.json()) as { token: string };

  await registerReserved(page, coded);
  await page.getByRole('button', { name: 'Get a Code' }).click();
  const code = page.getByText(/^claim\w{7}$/);
  await expect(code).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.reload();
  const typed = await code.textContent();
  const answer = await fetch(`${site.origin}/api/bridge/v1/name-claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ player: coded.toUpperCase(), code: typed }),
  });
  expect(await answer.json()).toEqual({ isClaimed: true });
  await finishRegistration(page, coded);
  expect((await admin.request.delete(`/api/admin/servers/${id}`)).ok()).toBe(true);
});

test('a player claims the name of their character with a link by email @slow', async ({ page }) => {
  await registerReserved(page, emailed);
  await page.getByText('A link by email').click();
  await page.getByRole('button', { name: 'Send a Link' }).click();
  await expect(page.getByText('a link is on its way to it')).toBeVisible();
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get('/api/dev/mail')).json()) as { text: string }[];
      return (link = mails
        .map(({ text }) => /\/claim-name\?claim=[\w-]+/.exec(text)?.[0])
        .find(Boolean));
    })
    .toBeTruthy();
  await page.goto(link!);
  await finishRegistration(page, emailed);
  await page.goto(link!);
  await expect(
    page.getByText('This claim is invalid, has expired or was already used.'),
  ).toBeVisible();
});
