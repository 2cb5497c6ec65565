import type { Locator, Page } from '@playwright/test';

import { expect, expectNoAxeViolations, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the kit page never scrolls sideways', async ({ page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test.describe('an alert', () => {
  test('shows exactly its text, line break included', async ({ page }) => {
    test.slow();
    const dialog = await openAlert(page);
    await expect(dialog).toHaveAccessibleName('Notice');
    await expect(dialog).toHaveAccessibleDescription(
      'Your vote has been counted. Thank you for taking part!',
    );
    const text = await dialog.getByRole('paragraph').innerText();
    expect(text).toBe('Your vote has been counted.\nThank you for taking part!');
    await expectNoAxeViolations(page);
  });

  for (const key of ['Enter', 'Escape']) {
    test(`closes on ${key} and gives the focus back`, async ({ page }) => {
      const dialog = await openAlert(page);
      await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
      await page.keyboard.press(key);
      await expect(dialog).toBeHidden();
      await expect(button(page, 'Show alert')).toBeFocused();
    });
  }

  test('keeps the focus inside', async ({ page }) => {
    const dialog = await openAlert(page);
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
    }
  });

  test('does not close by a click beside it', async ({ page }) => {
    const dialog = await openAlert(page);
    await page.mouse.click(8, 8);
    await expect(dialog).toBeVisible();
  });

  test('waits for the one before it', async ({ page }) => {
    await button(page, 'Two in a row').click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveText(/First message\./);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveText(/Second message\./);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Both were read.')).toBeVisible();
    await expect(button(page, 'Two in a row')).toBeFocused();
  });
});

test.describe('a confirmation', () => {
  test('is a yes by its button', async ({ page }) => {
    const dialog = await open(page, 'Ask to confirm');
    await expect(dialog.getByRole('button', { name: 'Buy' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByText('Answered yes.')).toBeVisible();
  });

  test('is a no by Escape and by Cancel', async ({ page }) => {
    await open(page, 'Ask to confirm');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Answered no.')).toBeVisible();
    const dialog = await open(page, 'Ask to confirm');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Answered no.')).toBeVisible();
  });

  test('of something dangerous starts on Cancel', async ({ page }) => {
    const dialog = await open(page, 'Ask about danger');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Answered no.')).toBeVisible();
  });

  test('wraps the focus from its last button to its first', async ({ page }) => {
    const dialog = await open(page, 'Ask to confirm');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Buy' })).toBeFocused();
  });
});

test('a dialog closes on Escape, by its button and by the backdrop', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Host an event' });
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 8),
  ];
  for (const close of closings) {
    await button(page, 'Open dialog').click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Open dialog')).toBeFocused();
  }
});

test.describe('a menu', () => {
  test('is walked by arrow keys, Home, End and first letters', async ({ page }) => {
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

  test('closes on Escape with the focus back on its button', async ({ page }) => {
    await button(page, 'Actions').focus();
    await page.keyboard.press('ArrowUp');
    await expect(item(page, 'Delete')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button(page, 'Actions')).toBeFocused();
    await expect(button(page, 'Actions')).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes by a click beside it and stays inside the window', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await button(page, 'More').click();
    const menu = page.getByRole('menu', { name: 'More' });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await page.mouse.click(4, 4);
    await expect(menu).toBeHidden();
  });

  test('of links keeps them links', async ({ page }) => {
    // The header has one of its own.
    await page.getByRole('main').getByRole('button', { name: 'Community', exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'News', exact: true })).toBeFocused();
  });
});

test('a tooltip shows on focus and goes on Escape', async ({ page }) => {
  const trigger = button(page, 'Hover or focus me');
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

test('a password can be shown and hidden again', async ({ page }) => {
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('type', 'password');
  await button(page, 'Show characters').click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('mellon-1954');
  await button(page, 'Hide characters').click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a field in error says so, with its hint, and the summary leads to it', async ({ page }) => {
  const title = page.getByLabel('Title');
  await expect(title).not.toHaveAttribute('aria-invalid');
  await expect(title).toHaveAccessibleDescription('Shown in the list of news.');
  await button(page, 'Publish').click();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(title).toHaveAccessibleDescription('Enter a title. Shown in the list of news.');
  const summary = page.getByRole('alert').filter({ hasText: 'Two things need a look' });
  await summary.getByRole('link', { name: 'Choose a category.' }).click();
  await expect(page.getByLabel('Category')).toBeFocused();
});

test('a textarea counts what is typed', async ({ page }) => {
  await page.getByLabel('Description').fill('Four');
  await expect(page.getByText('4 / 120')).toBeVisible();
});

test('a toast is announced politely and can be dismissed', async ({ page }) => {
  const region = page.getByRole('status').filter({ hasText: 'Changes saved.' });
  await button(page, 'Success').click();
  await expect(region).toBeVisible();
  await expect(region.getByText('Changes saved.')).toBeInViewport();
  await region.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Changes saved.')).toBeHidden();
});

test('a pending button keeps its width, its name and the focus', async ({ page }) => {
  const tryIt = button(page, 'Try it');
  const before = await tryIt.boundingBox();
  await tryIt.click();
  await expect(tryIt).toHaveAttribute('aria-busy', 'true');
  await expect(tryIt).toBeFocused();
  expect((await tryIt.boundingBox())?.width).toBe(before?.width);
});

test('tabs tell which one is current', async ({ page }) => {
  const tabs = page.getByRole('navigation', { name: 'Events' });
  await tabs.getByRole('link', { name: 'Past' }).press('Enter');
  await expect(tabs.getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('link', { name: 'Upcoming' })).not.toHaveAttribute('aria-current');
});

test('a table drops columns of low priority on a phone', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Attack hiscores' });
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: 'Level' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: 'Experience' })).toBeVisible();
});

test('nothing moves for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
  return open(page, 'Show alert');
}
