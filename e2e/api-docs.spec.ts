import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('the API page lists every endpoint and explains one @slow', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  await page.getByRole('heading', { level: 2, name: 'Accounts' }).click();

  const endpoint = page.locator('#patch-api-users-username');
  await endpoint.getByRole('heading', { name: '/api/users/{username}' }).click();
  await expect(endpoint.getByText('8 to 128 characters')).toBeVisible();
  await expect(endpoint.getByText("curl -X PATCH '")).toBeVisible();
  await expect(page.getByRole('link', { name: 'OpenAPI JSON' })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
});

test('the filter narrows the list and is kept in the URL @slow', async ({ page }) => {
  await page.goto('/api/docs');
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill('two-factor recovery');
  await expect(page.getByText('1 endpoint', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?q=two-factor/);
  await page.reload();
  await expect(filter).toHaveValue('two-factor recovery');
  await filter.fill('dragons');
  await expect(page.getByText('No endpoint matches “dragons”.')).toBeVisible();
});

test('a link to one endpoint opens it, and the keyboard closes it @slow', async ({ page }) => {
  await page.goto('/api/docs?q=register#post-auth-register');
  const endpoint = page.locator('#post-auth-register');
  await expect(endpoint).toHaveAttribute('open', '');
  await expect(endpoint).toBeInViewport();
  await expectNoAxeViolations(page);
  await endpoint.locator('summary').press('Enter');
  await expect(endpoint).not.toHaveAttribute('open', '');
});

test('the example can be copied @slow', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/docs#get-auth-verify');
  const endpoint = page.locator('#get-auth-verify');
  await endpoint.getByRole('button', { name: 'Copy' }).click();
  await expect(endpoint.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/auth\/verify'/);
});
