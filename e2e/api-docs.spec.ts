import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('the API page lists every call and explains one', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Accounts' })).toBeVisible();

  const call = page.locator('#patch-api-users-username');
  await call.getByRole('heading', { name: '/api/users/{username}' }).click();
  await expect(call.getByText('8 to 128 characters')).toBeVisible();
  await expect(call.getByText("curl -X PATCH '")).toBeVisible();
  await expect(page.getByRole('link', { name: 'OpenAPI JSON' })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
});

test('the filter narrows the list and stays in the address', async ({ page }) => {
  await page.goto('/api/docs');
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill('two-factor recovery');
  await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?q=two-factor/);
  await page.reload();
  await expect(filter).toHaveValue('two-factor recovery');
  await filter.fill('dragons');
  await expect(page.getByText('No call has “dragons” in it.')).toBeVisible();
});

test('a link to one call opens it, and the keyboard closes it', async ({ page }) => {
  await page.goto('/api/docs?q=register#post-auth-register');
  const call = page.locator('#post-auth-register');
  await expect(call).toHaveAttribute('open', '');
  await expect(call).toBeInViewport();
  await expectNoAxeViolations(page);
  await call.locator('summary').press('Enter');
  await expect(call).not.toHaveAttribute('open', '');
});

test('the example can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/docs#get-auth-verify');
  const call = page.locator('#get-auth-verify');
  await call.getByRole('button', { name: 'Copy' }).click();
  await expect(call.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/auth\/verify'/);
});

test('a failure is told and can be tried again', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.route('**/api/openapi.json', (route) => route.abort());
  await page.goto('/api/docs');
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/api/openapi.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Accounts' })).toBeVisible();
});
