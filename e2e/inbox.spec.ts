import { createAccount, demoEmails, signIn, submitLogin } from './support/accounts.ts';
import type { Requester } from './support/accounts.ts';
import { createBuyer, createItem, deleteItem } from './support/shop.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('a player asks about a purchase and reads the answer live', async ({ page, openContext }) => {
  const staff: Requester = await openContext();
  const item = await createItem(staff, { price: 5 });
  await createBuyer(page, 500);
  const bought = await page.request.post('/api/shop/buy', {
    data: { itemId: item.id, price: 5 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(bought.status(), await bought.text()).toBe(200);

  await page.goto('/profile/wallet');
  await page.getByRole('link', { name: `Get help with ${item.name}` }).click();
  await page.getByLabel('What happened?').fill('It is not in my bank.');
  await page.getByLabel('Picture file').setInputFiles('client/public/icon-192.png');
  await expect(page.getByAltText('Picture 1')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const thread = page.getByRole('region', { name: new RegExp(`^Purchase \\d+: ${item.name}$`) });
  await expect(thread.getByText('It is not in my bank.')).toBeVisible();
  await expect(thread.getByText('With the Staff')).toBeVisible();

  const id = new URL(page.url()).searchParams.get('thread');
  const response = await staff.request.get(`/api/admin/inbox/${id}`);
  const { version } = (await response.json()) as { version: number };
  const data = { text: 'Look at the gate.', isNote: false, version };
  const answered = await staff.request.post(`/api/admin/inbox/${id}/messages`, { data });
  expect(answered.status(), await answered.text()).toBe(204);
  await expect(thread.getByText('Look at the gate.')).toBeVisible();
  await expect(thread.getByText('Waiting for You')).toBeVisible();
  await expectNoAxeViolations(page);
  await deleteItem(staff, item);
});

test('a banned player logs in to appeal, and opens nothing else', async ({ page, openContext }) => {
  const staff: Requester = await openContext();
  const account = await createAccount(staff);
  await signIn(staff, demoEmails.admin);
  const path = `/api/admin/users/${encodeURIComponent(account.username)}`;
  const response = await staff.request.get(path);
  const { version } = (await response.json()) as { version: number };
  const data = { reason: 'Sold the bridge twice.', expiresAt: null, version };
  const banned = await staff.request.put(`${path}/sanctions/ban`, { data });
  expect(banned.ok(), await banned.text()).toBe(true);

  await page.goto('/login');
  await submitLogin(page, account.email, account.password);
  await page.getByRole('button', { name: 'Appeal This Ban' }).click();
  await expect(page).toHaveURL('/support/appeal');
  const ban = page.getByRole('region', { name: 'Ban' });
  await expect(ban).toContainText('Sold the bridge twice.');
  await expect(ban).toContainText('Permanent');
  await ban.getByLabel('Why should the ban end?').fill('It was my bridge.');
  await ban.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(ban.getByText('With the Staff')).toBeVisible();
  await page.reload();
  await expect(ban.getByText('It was my bridge.')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/support');
  await expect(page).toHaveURL('/login?redirect=%2Fsupport');
  const other = await page.request.get('/api/support');
  expect(other.status()).toBe(401);
  await page.goto('/support/appeal');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/support/appeal');
  await expect(page.getByText('Log in first')).toBeVisible();
});
