import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectNoAxeViolations } from './support/test.ts';

async function drawPicture(width: number, height: number) {
  const create = { width, height, channels: 3 as const, background: '#204060' };
  const buffer = await sharp({ create }).png().toBuffer();
  return { name: 'picture.png', mimeType: 'image/png', buffer };
}

function openPart(page: Page, name: string) {
  const parts = page.getByRole('navigation', { name: 'Parts of the appearance' });
  return parts.getByRole('link', { name }).click();
}

const goldOf = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link')
    .first()
    .evaluate((link) => getComputedStyle(link).color);

test('an admin makes the site their own, open pages follow, and undo brings everything back @slow', async ({
  page: admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/');
  const gold = await goldOf(visitor);
  const player = await (await openContext()).newPage();
  await signIn(player, demoEmails.player);
  await player.goto('/shop');
  await expect(player.getByRole('heading', { name: 'Wynhold Store' })).toBeVisible();

  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/server?view=site');
  await admin.getByRole('link', { name: 'Change the Look' }).click();
  const publish = admin.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeDisabled();
  const preview = admin.frameLocator('iframe[title="Preview of the home page"]');
  await expect(preview.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
    'Welcome to Wynhold',
  );

  await admin.getByRole('textbox', { name: 'Name' }).fill('Stormreach');
  await admin.getByLabel('Logo file').setInputFiles(await drawPicture(900, 600));
  const zoom = admin.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  await zoom.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.1 ×');
  await openPart(admin, 'Colours');
  await admin.getByRole('radio', { name: 'Sea' }).check();
  await openPart(admin, 'Hero');
  await admin.getByRole('textbox', { name: 'Title' }).fill('Enter {site}');
  const own = admin.getByRole('radio', { name: 'Your Own' });
  await own.check();
  // The bar stays above the tiles, and never covers the last row.
  await admin.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect((await publish.boundingBox())!.y).toBeLessThan((await own.boundingBox())!.y);
  await admin.getByLabel('Hero picture file').setInputFiles(await drawPicture(1600, 900));
  await admin.getByRole('slider', { name: /left to right/ }).fill('70');

  // The preview shows the draft; the site does not yet.
  await expect(preview.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
    'Enter Stormreach',
  );
  // The old style sheet stays until the new one is loaded.
  await expect(preview.locator('link#theme').last()).toHaveAttribute(
    'href',
    /^\/theme\/sea-70-50-/,
  );
  await expect(preview.locator('header img').first()).toHaveAttribute('src', /^data:image\/png/);
  await openPart(admin, 'Currency and Texts');
  await admin.getByRole('textbox', { name: 'Many coins' }).fill('Shells');
  await expectNoAxeViolations(admin);
  await admin.getByLabel('Heading of event, gains and poll').fill('Tonight in {site}');
  await expect(preview.getByText('Tonight in Stormreach')).toHaveCount(1);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome to Wynhold');

  await publish.click();
  await expect(admin.getByText('Published. Open pages update within seconds.')).toBeVisible();

  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Enter Stormreach');
  await expect(visitor).toHaveTitle('Stormreach');
  const logo = visitor.locator('header img').first();
  await expect(logo).toHaveAttribute('src', /^\/icons\/[\da-f]{16}-96\.png$/);
  await expect.poll(() => goldOf(visitor)).not.toBe(gold);
  await expect(visitor.getByRole('contentinfo')).toContainText('Stormreach is a fan-made project');
  await expect(player.getByRole('heading', { name: 'Stormreach Store' })).toBeVisible();
  await expect(player.getByRole('link', { name: /^Store: [\d,]+ Shells$/ })).toBeVisible();

  await admin.getByRole('button', { name: 'Undo' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome to Wynhold');
  await expect(visitor).toHaveTitle('Wynhold');
  await expect.poll(() => goldOf(visitor)).toBe(gold);
  await expect(player.getByRole('link', { name: /^Store: [\d,]+ Wyncoins$/ })).toBeVisible();
});

test('a version of the history is restored, and then the original look @slow', async ({
  page: admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/');
  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/appearance#history');
  await expect(admin.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText(
    'Published',
  );
  await admin.getByRole('button', { name: 'Restore version 1' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Enter Stormreach');
  await admin.getByRole('button', { name: 'Reset to the Original Look' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome to Wynhold');
});

test('bad input shows its error in its part, and unpublished changes are not lost by a click @slow', async ({
  page: admin,
}) => {
  await admin.setViewportSize({ width: 390, height: 844 });
  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/appearance#links');
  await admin.getByRole('button', { name: 'Add Link', exact: true }).click();
  await admin.getByLabel('Label').fill('Wiki');
  await admin.getByLabel('Address').fill('javascript:alert(1)');
  await openPart(admin, 'Name');
  await admin.getByRole('textbox', { name: 'Name' }).fill('S'.repeat(41));
  await admin.getByRole('button', { name: 'Publish' }).click();
  const name = admin.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Use at most 40 characters\./);
  await name.fill('Stormreach');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByLabel('Address')).toBeFocused();
  await expect(admin.getByText(/^Use a path such as/)).toBeVisible();

  await admin.getByRole('link', { name: /, home$/ }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(admin.getByLabel('Address')).toHaveValue('javascript:alert(1)');
  await admin.getByRole('button', { name: 'Discard' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(admin.getByLabel('Address')).toHaveCount(0);
});

test('an admin whose look was overtaken chooses between the two @slow', async ({ openContext }) => {
  const context = await openContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signIn(first, demoEmails.admin);
  await first.goto('/admin/appearance');
  await second.goto('/admin/appearance');
  await second.getByRole('textbox', { name: 'Tagline' }).fill('A world of storms.');
  await first.getByRole('textbox', { name: 'Name' }).fill('Stormreach');
  await first.getByRole('button', { name: 'Publish' }).click();

  await expect(second.getByText('Someone else has published another look')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await second.getByRole('button', { name: 'Take Theirs' }).click();
  await expect(second.getByRole('textbox', { name: 'Name' })).toHaveValue('Stormreach');
  await expect(second.getByText('Published', { exact: true })).toBeVisible();
  await openPart(first, 'History');
  await first.getByRole('button', { name: 'Reset to the Original Look' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(second.getByRole('textbox', { name: 'Name' })).toHaveValue('Wynhold');
});
