import type { Locator, Page } from '@playwright/test';

import { expect, expectNoAxeViolations, test } from './support/test.ts';

// The component page is the longest of the site, so each test opens it once for several steps.
test.beforeEach(async ({ page }) => {
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an alert shows its exact text, keeps the focus, and closes by keyboard @slow', async ({
  page,
}) => {
  await test.step('its text, line break included', async () => {
    const dialog = await openAlert(page);
    await expect(dialog).toHaveAccessibleName('Notice');
    await expect(dialog).toHaveAccessibleDescription(
      'Your vote has been counted. Thank you for taking part!',
    );
    const text = await dialog.getByRole('paragraph').innerText();
    expect(text).toBe('Your vote has been counted.\nThank you for taking part!');
    await expectNoAxeViolations(page);
  });

  const dialog = page.getByRole('alertdialog');
  const ok = dialog.getByRole('button', { name: 'OK' });
  await test.step('the focus stays inside', async () => {
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect(ok).toBeFocused();
    }
  });

  await test.step('a click outside does not close it', async () => {
    await page.mouse.click(8, 8);
    await expect(dialog).toBeVisible();
    await expect(ok).toBeFocused();
  });

  for (const key of ['Enter', 'Escape']) {
    await test.step(`${key} closes it and restores the focus`, async () => {
      if (await dialog.isHidden()) await openAlert(page);
      await expect(ok).toBeFocused();
      await page.keyboard.press(key);
      await expect(dialog).toBeHidden();
      await expect(button(page, 'Show Alert')).toBeFocused();
    });
  }

  await test.step('a second one waits for the first', async () => {
    await button(page, 'Two in a Row').click();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveText(/First message\./);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveText(/Second message\./);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Both were closed.')).toBeVisible();
    await expect(button(page, 'Two in a Row')).toBeFocused();
  });
});

test('only the confirm button confirms @slow', async ({ page }) => {
  await test.step('the focus wraps from its last button to its first', async () => {
    const dialog = await open(page, 'Ask to Confirm');
    await expect(dialog.getByRole('button', { name: 'Buy' })).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Buy' })).toBeFocused();
  });

  await test.step('yes', async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByText('Answered yes.')).toBeVisible();
  });

  await test.step('no, by Escape', async () => {
    await open(page, 'Ask to Confirm');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Answered no.')).toBeVisible();
  });

  await test.step('no, by Cancel', async () => {
    const dialog = await open(page, 'Ask to Confirm');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Answered no.')).toBeVisible();
  });

  await test.step('a dangerous one starts on Cancel', async () => {
    await (await open(page, 'Ask to Confirm')).getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByText('Answered yes.')).toBeVisible();
    const dialog = await open(page, 'Confirm a Deletion');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Answered no.')).toBeVisible();
  });
});

test('a dialog closes on Escape, by its button and by the backdrop @slow', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Host an event' });
  await button(page, 'Open Dialog').click();
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 8),
  ];
  for (const close of closings) {
    await button(page, 'Open Dialog').click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Open Dialog')).toBeFocused();
  }
});

test('menus work by keyboard and close on a click outside @slow', async ({ page }) => {
  await test.step('arrow keys, Home, End and first letters', async () => {
    await button(page, 'Actions').focus();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Edit')).toBeFocused();
    await expect(button(page, 'Actions')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Duplicate')).toBeFocused();
    await page.keyboard.press('End');
    await expect(item(page, 'Delete')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Edit')).toBeFocused();
    await page.keyboard.press('d');
    await expect(item(page, 'Duplicate')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Duplicate chosen.')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  await test.step('Escape returns the focus to its button', async () => {
    await button(page, 'Actions').focus();
    await page.keyboard.press('ArrowUp');
    await expect(item(page, 'Delete')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button(page, 'Actions')).toBeFocused();
    await expect(button(page, 'Actions')).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('links stay links', async () => {
    // The header has a Community menu too.
    await page.getByRole('main').getByRole('button', { name: 'Community', exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'News', exact: true })).toBeFocused();
  });

  await test.step('it stays inside the window and closes on a click outside', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await button(page, 'More').click();
    const menu = page.getByRole('menu', { name: 'More' });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await page.mouse.click(4, 4);
    await expect(menu).toBeHidden();
  });
});

test('fields show their state, and controls react @slow', async ({ page }) => {
  await test.step('a password is shown and hidden again', async () => {
    const password = page.getByLabel('Password');
    await expect(password).toHaveAttribute('type', 'password');
    await button(page, 'Show characters').click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('mellon-1954');
    await button(page, 'Hide characters').click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  await test.step('an error is read with the hint, and the first invalid field gets the focus', async () => {
    const title = page.getByLabel('Title');
    await expect(title).not.toHaveAttribute('aria-invalid');
    await expect(title).toHaveAccessibleDescription('Shown in the list of news.');
    await button(page, 'Publish').click();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(title).toHaveAccessibleDescription('Enter a title. Shown in the list of news.');
    await expect(title).toBeFocused();
    await title.fill('The Gates Open');
    await expect(title).not.toHaveAttribute('aria-invalid');
    await button(page, 'Publish').click();
    await expect(page.getByLabel('Category')).toBeFocused();
    await expect(page.getByLabel('Category')).toHaveAccessibleDescription('Choose a category.');
    await page.getByLabel('Category').selectOption('Events');
    await button(page, 'Publish').click();
    await expect(page.getByRole('alert').getByText('This page sends nothing.')).toBeVisible();
  });

  await test.step('a textarea counts what is typed', async () => {
    await page.getByLabel('Description').fill('Four');
    await expect(page.getByText('4 / 120')).toBeVisible();
  });

  await test.step('a tooltip shows on focus and hides on Escape', async () => {
    const trigger = button(page, 'Hover or Focus Me');
    const tip = page.getByRole('tooltip', { name: /kept in tenths/ });
    await expect(trigger).toHaveAccessibleDescription(/kept in tenths/);
    await expect(tip).toBeHidden();
    await trigger.focus();
    await expect(tip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await trigger.blur();
    await trigger.hover();
    await expect(tip).toBeVisible();
  });

  await test.step('a toast is announced politely and can be dismissed', async () => {
    const region = page.getByRole('status').filter({ hasText: 'Changes saved.' });
    await button(page, 'Success').click();
    await expect(region).toBeVisible();
    await expect(region.getByText('Changes saved.')).toBeInViewport();
    await region.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Changes saved.')).toBeHidden();
  });

  await test.step('a pending button keeps its width, its name and the focus', async () => {
    const tryIt = button(page, 'Try It');
    const before = await tryIt.boundingBox();
    await tryIt.click();
    await expect(tryIt).toHaveAttribute('aria-busy', 'true');
    await expect(tryIt).toBeFocused();
    expect((await tryIt.boundingBox())?.width).toBe(before?.width);
  });

  await test.step('tabs mark the current one', async () => {
    const tabs = page.getByRole('navigation', { name: 'Events' });
    await tabs.getByRole('link', { name: 'Past' }).press('Enter');
    await expect(tabs.getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link', { name: 'Upcoming' })).not.toHaveAttribute('aria-current');
  });
});

test('a table drops columns of low priority on a phone @slow', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Attack hiscores' });
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: 'Level' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: 'Experience' })).toBeVisible();
});

test('nothing moves with reduced motion @slow', async ({ page }) => {
  // All tests run with reduced motion (playwright.config.ts).
  const longest = await page.evaluate(() =>
    Math.max(...document.getAnimations().map((a) => Number(a.effect?.getComputedTiming().endTime))),
  );
  expect(longest).toBeLessThanOrEqual(10);
});

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

function item(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name });
}

async function open(page: Page, name: string): Promise<Locator> {
  await button(page, name).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

function openAlert(page: Page): Promise<Locator> {
  return open(page, 'Show Alert');
}
