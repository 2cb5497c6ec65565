import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { createPost, deletePosts } from './support/news.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectNoAxeViolations } from './support/test.ts';

test('an admin adds an event type, hosts an event with it, renames it and hides it; open pages follow @slow', async ({
  page,
  openContext,
  allowConsoleErrors,
}) => {
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/events');
  const filter = visitor.getByRole('navigation', { name: 'Types of events' });
  await expect(filter.getByRole('link')).toHaveText([
    'All',
    'Bossing',
    'PvP',
    'Community Game',
    'Questing',
    'Skilling',
    'Mini-game',
  ]);

  await signIn(page, demoEmails.admin);
  await page.goto('/events');
  await page.getByRole('link', { name: 'Types', exact: true }).click();
  await expect(page).toHaveURL('/admin/events/types');
  const lines = page.getByRole('main').getByRole('list').last().getByRole('listitem');
  await expect(lines).toHaveCount(6);

  await page.getByRole('button', { name: 'Add Type' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('pvp');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This name is already in the list.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Raids');
  await dialog.getByRole('radio', { name: 'Tower' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'Red' }).check({ force: true });
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(lines).toHaveCount(7);
  await expect(lines.last()).toContainText('Raids');
  await expect(filter.getByRole('link').last()).toHaveText('Raids');

  // Twice without waiting: the second change builds on the first. By key, which stays with the line when it moves.
  const up = page.getByRole('button', { name: 'Move Raids up' });
  await up.press('Enter');
  await up.press('Enter');
  await expect(lines.nth(4)).toContainText('Raids');
  await expect(filter.getByRole('link').nth(5)).toHaveText('Raids');

  await page.getByRole('link', { name: 'Open the Calendar' }).click();
  await page.getByRole('button', { name: 'Host Event' }).click();
  const form = page.getByRole('region', { name: 'Create New Event' });
  await form.getByLabel('Title').fill('Storm the Gate');
  await form.getByLabel('Description').fill('Bring ladders.');
  await form.getByLabel('Type').selectOption('Raids');
  const start = new Date(Date.now() + 3_600_000 * 40).toISOString().slice(0, 16);
  await form.getByLabel('Date and time').fill(start);
  await form.getByRole('button', { name: 'Create Event' }).click();
  const seen = visitor.getByRole('article', { name: 'Storm the Gate' });
  await expect(seen.getByText('Raids', { exact: true })).toBeVisible();
  await filter.getByRole('link', { name: 'Raids' }).click();
  await expect(visitor).toHaveURL('/events?type=Raids');
  await expect(visitor.getByRole('article')).toHaveCount(1);

  await page.goto('/admin/events/types');
  await page.getByRole('button', { name: 'Edit Raids' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sieges');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(seen.getByText('Sieges', { exact: true })).toBeVisible();
  await expect(filter.getByRole('link', { name: 'Sieges' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  allowConsoleErrors(/409/);
  await page.getByRole('button', { name: 'Remove Sieges' }).click();
  await expectAlert(
    page,
    '“Sieges” cannot be deleted: 1 event has it. Hide it instead, then nobody can choose it any more.',
  );
  await page.getByRole('switch', { name: 'Offer Sieges' }).click();
  await expect(lines.nth(4)).toContainText('1 event · Hidden');

  // The visitor has chosen it, so it stays until they choose another one.
  await expect(seen.getByText('Sieges', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('article')).toHaveCount(1);
  await filter.getByRole('link', { name: 'All' }).click();
  await expect(filter.getByRole('link', { name: 'Sieges' })).toBeHidden();
  await expect(seen.getByText('Sieges', { exact: true })).toBeVisible();

  await page.goto('/events');
  await page.getByRole('button', { name: 'Host Event' }).click();
  // The form is loaded when it is opened, and moves the cards.
  await expect(form.getByLabel('Type')).toBeVisible();
  await expect(form.getByLabel('Type').getByRole('option', { name: 'Sieges' })).toHaveCount(0);
  const card = page.getByRole('article', { name: 'Storm the Gate' });
  await card.getByRole('button', { name: /^Options for/ }).click();
  await card.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = page.getByRole('article', { name: 'Edit Storm the Gate' });
  await expect(edited.getByLabel('Type').getByRole('option', { name: 'Sieges' })).toHaveCount(1);
  await edited.getByLabel('Description').fill('Bring longer ladders.');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(seen.getByText('Bring longer ladders.')).toBeVisible();
});

test('an admin renames a category, and the news, the editor and a post show it @slow', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  const post = await createPost(page, { category: 'Technical' });
  const { id, title } = post;
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/news?category=Technical');

  await page.goto('/admin/news');
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'Edit Technical' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Under the Hood');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = visitor.getByRole('article').filter({ hasText: title });
  await expect(card.getByText('Under the Hood')).toBeVisible();
  await expect(visitor.getByRole('navigation', { name: 'Categories' })).toContainText(
    'Under the Hood',
  );
  await card.getByRole('link').click();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByRole('article').getByText('Under the Hood')).toBeVisible();

  await page.getByRole('switch', { name: 'Offer Game Updates' }).click();
  await expect(page.getByText('· Hidden')).toBeVisible();
  await page.goto('/admin/news/new');
  const category = page.getByLabel('Category');
  await expect(category).toHaveValue('Community');
  await expect(category.getByRole('option', { name: 'Game Updates' })).toHaveCount(0);
  await page.goto(`/admin/news/edit/${id}`);
  await expect(category.getByRole('option', { selected: true })).toHaveText('Under the Hood');

  await deletePosts(page, [post]);
  await page.goto('/admin/news/categories');
  await page.getByRole('switch', { name: 'Offer Game Updates' }).click();
  await page.getByRole('button', { name: 'Edit Under the Hood' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Technical');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Technical' })).toBeVisible();
});
