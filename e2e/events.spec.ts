import type { Locator, Page } from '@playwright/test';

import { demoEmails, signIn } from './support/accounts.ts';
import type { Requester } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

type GameEvent = { id: string; title: string };

/** All tests share one server, so every event needs a unique title. */
function inventTitle(what: string): string {
  return `${what} ${Math.random().toString(36).slice(2, 8)}`;
}

function inHours(hours: number): Date {
  return new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * 3_600_000);
}

/** Creates an event through the API, as the signed-in user. */
async function createEvent(page: Requester, title: string, hours = 48): Promise<GameEvent> {
  const data = {
    title,
    description: 'Meet at the gate.',
    type: 'Questing',
    dateTime: inHours(hours).toISOString(),
  };
  const response = await page.request.post('/api/events', { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as GameEvent;
}

/** Opens the page and waits for its live connection. */
async function openWithLiveUpdates(page: Page): Promise<void> {
  const live = page.waitForResponse(/\/api\/live/);
  await page.goto('/events');
  await page.getByRole('article').first().waitFor();
  await live;
}

function cardOf(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title });
}

/** The items of a card's menu, which this opens. */
async function openMenu(card: Locator): Promise<Locator> {
  await card.getByRole('button', { name: /^Options for/ }).click();
  return card.getByRole('menuitem');
}

async function choose(card: Locator, item: 'Edit' | 'Delete'): Promise<void> {
  await (await openMenu(card)).filter({ hasText: item }).click();
}

const button = (card: Locator, name: string) => card.getByRole('button', { name, exact: true });

/** The format of a `datetime-local` input; the browser's time zone is UTC. */
function toInput(date: Date): string {
  return date.toISOString().slice(0, 16);
}

test('a visitor sees everything, and Going leads to the login and back to the event', async ({
  page,
  request,
}) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  const { id, title } = await createEvent(staff, inventTitle('Open house'), 72);

  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Events Calendar' })).toBeVisible();
  const card = cardOf(page, title);
  await expect(card.getByText('Questing', { exact: true })).toBeVisible();
  await expect(card.getByText('Staff Event', { exact: true })).toBeVisible();
  await expect(card.getByText('Meet at the gate.')).toBeVisible();
  await expect(card.getByRole('time')).toHaveText(
    /^\d{1,2} [A-Z][a-z]+ 20\d\d at \d{1,2}:\d\d [ap]m UTC$/,
  );
  await expect(card.getByText(/Starts in 3 days/)).toBeVisible();
  await expect(card.getByText('0 Interested')).toBeVisible();
  await expect(card.getByText('0 Going')).toBeVisible();
  await expect(await openMenu(card)).toHaveText(['Add to calendar', 'Copy link', 'Report']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Host Event' })).toBeHidden();

  await card.getByRole('link', { name: 'Going', exact: true }).click();
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/events?event=${id}`)}`);
  await page.getByLabel('Email').fill(demoEmails.moderator);
  await page.getByLabel('Password', { exact: true }).fill('wynhold-demo');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(`/events?event=${id}`);
  await expect(card).toBeInViewport();
  await expect(button(card, 'Going')).toBeVisible();
});

test('an open menu stays open when the list is sorted again @slow', async ({ page }) => {
  await signIn(page, demoEmails.staff);
  const first = await createEvent(page, inventTitle('Earlier'), 900);
  const second = await createEvent(page, inventTitle('Later'), 1000);
  await openWithLiveUpdates(page);
  const items = await openMenu(cardOf(page, first.title));
  const data = { ...second, dateTime: inHours(800).toISOString() };
  await page.request.put(`/api/events/${second.id}`, { data });
  const titles = page.getByRole('article').filter({ hasText: /Earlier|Later/ });
  await expect(titles.filter({ hasText: /starts/i }).first()).toContainText(second.title);
  await expect(items.first()).toBeVisible();
});

test('a player marks interested, going and neither; the buttons follow the rules', async ({
  page,
  request,
}) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  const { title } = await createEvent(staff, inventTitle('Attendance'));
  await signIn(page, demoEmails.moderator);
  await page.goto('/events');
  const card = cardOf(page, title);

  await button(card, 'Interested').click();
  await expect(card.getByText('1 Interested')).toBeVisible();
  await expect(button(card, 'Interested')).toBeHidden();
  await expect(button(card, 'Unmark')).toBeHidden();
  await button(card, 'Going').click();
  await expect(card.getByText('1 Going')).toBeVisible();
  await expect(card.getByText('0 Interested')).toBeVisible();
  await expect(button(card, 'Going')).toBeHidden();
  await expect(button(card, 'Interested')).toBeHidden();
  await expect(await openMenu(card)).toHaveText(['Add to calendar', 'Copy link', 'Report']);
  await page.keyboard.press('Escape');

  await card.getByText('Who is going').click();
  await expect(card.getByRole('list', { name: 'Going' })).toHaveText('Wyn Mod');

  await button(card, 'Unmark').click();
  await expect(card.getByText('0 Going')).toBeVisible();
  await expect(button(card, 'Going')).toBeVisible();
  await expect(button(card, 'Interested')).toBeVisible();
});

test('staff host an event, edit it in its card and delete it', async ({ page }) => {
  await signIn(page, demoEmails.staff);
  await page.goto('/events');
  const toggle = page.getByRole('button', { name: 'Host Event' });
  await toggle.click();
  await expect(page.getByRole('heading', { name: 'Create New Event' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create New Event' })).toBeHidden();

  await toggle.click();
  const form = page.getByRole('region', { name: 'Create New Event' });
  const time = form.getByLabel('Date and time');
  const min = await time.getAttribute('min');
  expect(Math.abs(Date.parse(`${min}Z`) - Date.now())).toBeLessThan(120_000);
  await expect(form.getByText('In your time zone: UTC')).toBeVisible();
  await expect(form.getByLabel('Type').getByRole('option')).toHaveText([
    'Bossing',
    'PvP',
    'Community Game',
    'Questing',
    'Skilling',
    'Mini-game',
  ]);

  await form.getByRole('button', { name: 'Create Event' }).click();
  await expect(form.getByText('Give the event a title.')).toBeVisible();
  await expect(form.getByText('Describe the event.')).toBeVisible();
  await expect(form.getByText('Choose the date and time.')).toBeVisible();
  await expect(form.getByLabel('Title')).toBeFocused();

  const title = inventTitle('Siege');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('First line\nSecond line');
  await form.getByLabel('Type').selectOption('Mini-game');
  await time.fill('2020-01-01T10:00');
  await form.getByRole('button', { name: 'Create Event' }).click();
  await expect(form.getByText('Choose a time in the future.')).toBeVisible();
  const start = inHours(30);
  await time.fill(toInput(start));
  await form.getByRole('button', { name: 'Create Event' }).click();
  const card = cardOf(page, title);
  await expect(card).toBeInViewport();
  await expect(form).toBeHidden();
  await expect(card.getByText('Mini-game', { exact: true })).toBeVisible();
  await expect(card.getByText('Staff Event')).toBeVisible();
  await expect(card.getByRole('time')).toHaveAttribute('datetime', start.toISOString());

  await choose(card, 'Edit');
  const edited = page.getByRole('article', { name: `Edit ${title}` });
  await expect(edited.getByLabel('Date and time')).toHaveValue(toInput(start));
  await edited.getByLabel('Title').fill(`${title} II`);
  await button(edited, 'Cancel').click();
  await expect(card).toBeVisible();
  await choose(card, 'Edit');
  await edited.getByLabel('Title').fill(`${title} III`);
  const later = inHours(54);
  await edited.getByLabel('Date and time').fill(toInput(later));
  await button(edited, 'Save').click();
  const renamed = cardOf(page, `${title} III`);
  await expect(renamed.getByRole('time')).toHaveAttribute('datetime', later.toISOString());

  await choose(renamed, 'Delete');
  const confirmation = page.getByRole('alertdialog');
  await expect(
    confirmation.getByText('Are you sure you want to delete this event?', { exact: true }),
  ).toBeVisible();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(renamed).toBeVisible();
  await choose(renamed, 'Delete');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(renamed).toBeHidden();
});

test('if an admin allows it, a player without rights hosts events, and changes only their own @slow', async ({
  page,
  request,
}) => {
  const admin = { request };
  await signIn(admin, demoEmails.admin);
  const allow = async (playersMayHost: boolean) => {
    const response = await admin.request.put('/api/events/settings', { data: { playersMayHost } });
    expect(response.status(), await response.text()).toBe(200);
  };
  const foreignEvent = await createEvent(admin, inventTitle('Not yours'));
  await signIn(page, demoEmails.player);
  await openWithLiveUpdates(page);
  await expect(cardOf(page, foreignEvent.title)).toBeVisible();
  const toggle = page.getByRole('button', { name: 'Host Event' });
  await expect(toggle).toBeHidden();
  // The open page updates without a reload.
  await allow(true);
  await toggle.click();
  const title = inventTitle('Picnic');
  const form = page.getByRole('region', { name: 'Create New Event' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Bring cake.');
  await form.getByLabel('Date and time').fill(toInput(inHours(50)));
  await form.getByRole('button', { name: 'Create Event' }).click();
  const card = cardOf(page, title);
  await expect(card.getByText('Unofficial Community Event')).toBeVisible();
  await allow(false);
  await expect(toggle).toBeHidden();

  const foreignMenu = await openMenu(cardOf(page, foreignEvent.title));
  await expect(foreignMenu).toHaveText(['Add to calendar', 'Copy link', 'Report']);
  await page.keyboard.press('Escape');
  await choose(card, 'Edit');
  const edited = page.getByRole('article', { name: `Edit ${title}` });
  await edited.getByLabel('Description').fill('Bring two cakes.');
  await button(edited, 'Save').click();
  await expect(card.getByText('Bring two cakes.')).toBeVisible();
  await choose(card, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card).toBeHidden();
});

test('two browsers see each other’s changes without a reload @slow', async ({
  page,
  openContext,
}) => {
  const staff = await (await openContext()).newPage();
  await signIn(staff, demoEmails.staff);
  await signIn(page, demoEmails.moderator);
  await Promise.all([openWithLiveUpdates(staff), openWithLiveUpdates(page)]);

  const title = inventTitle('Side by side');
  await createEvent(staff, title);
  const mine = cardOf(page, title);
  const theirs = cardOf(staff, title);
  await expect(mine).toBeVisible();
  await button(mine, 'Going').click();
  await expect(theirs.getByText('1 Going')).toBeVisible();
  await choose(theirs, 'Edit');
  const edited = staff.getByRole('article', { name: `Edit ${title}` });
  await edited.getByLabel('Description').fill('The gate is closed: meet at the bridge.');
  await button(edited, 'Save').click();
  await expect(mine.getByText('meet at the bridge')).toBeVisible();
  await choose(theirs, 'Delete');
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toBeHidden();
});

test('an edit of an outdated version is refused and keeps the input @slow', async ({
  page,
  openContext,
}) => {
  const other = await (await openContext()).newPage();
  await signIn(other, demoEmails.admin);
  await signIn(page, demoEmails.staff);
  const event = await createEvent(page, inventTitle('Tug of war'));
  await page.goto(`/events?event=${event.id}`);
  await choose(cardOf(page, event.title), 'Edit');
  const edited = page.getByRole('article', { name: `Edit ${event.title}` });
  await edited.getByLabel('Description').fill('Mine.');
  const data = { ...event, description: 'Theirs.' };
  expect((await other.request.put(`/api/events/${event.id}`, { data })).status()).toBe(200);
  await button(edited, 'Save').click();
  await expect(edited.getByRole('alert')).toContainText('Someone else changed this event');
  await expect(edited.getByLabel('Description')).toHaveValue('Mine.');
  await button(edited, 'Cancel').click();
  await expect(cardOf(page, event.title).getByText('Theirs.')).toBeVisible();
});

test('an event that begins while the page is open disappears from the list @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.staff);
  const { title } = await createEvent(page, inventTitle('Any minute'), 0.15);
  await page.clock.install();
  await page.goto('/events');
  const card = cardOf(page, title);
  await expect(card.getByText(/Starts in \d minutes? ?(?:\d+ seconds?)?$/)).toBeVisible();
  await page.clock.fastForward('11:00');
  await expect(card).toBeHidden();
});

test('times are shown and entered in the viewer’s own time zone, which is named @slow', async ({
  openContext,
}) => {
  const page = await (
    await openContext({ timezoneId: 'America/New_York', locale: 'en-US' })
  ).newPage();
  await signIn(page, demoEmails.staff);
  await page.goto('/events');
  await page.getByRole('button', { name: 'Host Event' }).click();
  const form = page.getByRole('region', { name: 'Create New Event' });
  const title = inventTitle('Abroad');
  const year = new Date().getUTCFullYear() + 1;
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Dinner time.');
  await form.getByLabel('Date and time').fill(`${year}-01-15T20:30`);
  await expect(form.getByText('America/New_York')).toBeVisible();
  await form.getByRole('button', { name: 'Create Event' }).click();
  const time = cardOf(page, title).getByRole('time');
  await expect(time).toHaveText(`15 January ${year} at 8:30 pm GMT-5`);
  await expect(time).toHaveAttribute('datetime', `${year}-01-16T01:30:00.000Z`);

  const elsewhere = await (await openContext({ timezoneId: 'Europe/Berlin' })).newPage();
  await elsewhere.goto('/events');
  const there = cardOf(elsewhere, title);
  await expect(there.getByRole('time')).toHaveText(`16 January ${year} at 2:30 am CET`);
  await expect(there.getByText('8:30 pm GMT-5 for the host')).toBeVisible();
});

test('a link opens its event, or says that it has begun @slow', async ({ page, request }) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  const { id, title } = await createEvent(staff, inventTitle('Linked'), 24 * 300);
  await page.goto(`/events?event=${id}`);
  await expect(cardOf(page, title)).toBeInViewport();
  await expect(cardOf(page, title)).toBeFocused();
  await page.goto('/events?event=999999');
  await expect(page.getByText('The event in this link has begun')).toBeVisible();
});

test('the month can be navigated by keyboard, and a day leads to its events @slow', async ({
  page,
  request,
}) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  const { id, title } = await createEvent(staff, inventTitle('On the sheet'), 24 * 40);
  const day = inHours(24 * 40);
  const name = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(day);

  await page.goto('/events');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('columnheader')).toHaveCount(7);
  const today = grid.locator('[aria-current="date"]');
  await today.focus();
  // Move forty days ahead: five weeks down and five days to the right.
  for (let week = 0; week < 5; week += 1) await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  const cell = grid.getByRole('button', { name: new RegExp(`^${name}, \\d+ events?$`) });
  await expect(cell).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`day=${day.toISOString().slice(0, 10)}`));
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await page.getByRole('complementary').getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`event=${id}`));
  await expect(cardOf(page, title)).toBeInViewport();

  await cell.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await expect(grid.locator(':focus')).toHaveAttribute('aria-label', /^Monday/);
  await page.keyboard.press('End');
  await expect(grid.locator(':focus')).toHaveAttribute('aria-label', /^Sunday/);
});

test('the calendar files are offered @slow', async ({ page, request }) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  const { id, title } = await createEvent(staff, inventTitle('In the diary'));
  await page.goto('/events');
  const download = page.waitForEvent('download');
  await (await openMenu(cardOf(page, title))).filter({ hasText: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe(`event-${id}.ics`);
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    /^webcal:\/\/.+\/events\.ics$/,
  );
});

test('the list and the calendar show one type, which the address keeps @slow', async ({ page }) => {
  await signIn(page, demoEmails.staff);
  const { title } = await createEvent(page, inventTitle('Chapter one'), 24 * 20);
  await page.goto('/events');
  const types = page.getByRole('navigation', { name: 'Types of events' });
  await expect(types.getByRole('link')).toHaveText([
    'All',
    'Bossing',
    'PvP',
    'Community Game',
    'Questing',
    'Skilling',
    'Mini-game',
  ]);
  await types.getByRole('link', { name: 'Questing' }).click();
  await expect(page).toHaveURL('/events?type=Questing');
  await expect(types.getByRole('link', { name: 'Questing' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(cardOf(page, title)).toBeVisible();
  const kinds = page.getByRole('article').getByText(/^(?:Bossing|PvP|Skilling|Mini-game)$/);
  await expect(kinds).toHaveCount(0);
  await page.goto('/events?type=Community+Game');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(cardOf(page, title)).toBeHidden();

  // The list has no event of this type: the specification's sentence would be wrong.
  await page.route(/\/api\/events$/, async (route) => {
    const events = (await (await route.fetch()).json()) as { type: string }[];
    await route.fulfill({ json: events.filter(({ type }) => type !== 'PvP') });
  });
  await page.goto('/play');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Events' })
    .click();
  await types.getByRole('link', { name: 'PvP' }).click();
  await expect(page.getByText('No PvP events are planned right now.')).toBeVisible();
  await expect(page.getByText('No events... Why not host your own?')).toBeHidden();
  await page.getByRole('link', { name: 'Show all events' }).click();
  await expect(page).toHaveURL('/events');
  await expect(cardOf(page, title)).toBeVisible();
});

test('the menu of an event works by keyboard, and copies its link @slow', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, demoEmails.staff);
  const { id, title } = await createEvent(page, inventTitle('By hand'));
  await page.goto('/events');
  const card = cardOf(page, title);
  const trigger = card.getByRole('button', { name: `Options for ${title}` });
  await trigger.focus();
  await page.keyboard.press('ArrowDown');
  const item = (name: string) => card.getByRole('menuitem', { name });
  await expect(item('Add to calendar')).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('End');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(trigger).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Add to calendar')).toBeFocused();
  await page.keyboard.press('c');
  await expect(item('Copy link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname + new URL(copied).search).toBe(`/events?event=${id}`);
  await trigger.focus();
  await page.keyboard.press('ArrowUp');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete');
  await page.keyboard.press('Escape');
  await expect(card).toBeVisible();
});

test('a long description is cut to two lines, and More shows all of it @slow', async ({ page }) => {
  await signIn(page, demoEmails.staff);
  const description = `${'Bring food, a friend and a good story. '.repeat(12)}\n\nThe last word.`;
  const title = inventTitle('Long story');
  const data = { title, description, type: 'Questing', dateTime: inHours(60).toISOString() };
  expect((await page.request.post('/api/events', { data })).status()).toBe(200);
  const { title: shortTitle } = await createEvent(page, inventTitle('Short story'), 61);
  await page.goto('/events');
  const card = cardOf(page, title);
  const text = card.getByText('The last word.');
  const heightOf = async (locator: Locator) => (await locator.boundingBox())!.height;
  const cut = await heightOf(text);
  expect(await heightOf(card)).toBeLessThan(230);
  await button(card, 'More').click();
  await expect(button(card, 'Less')).toHaveAttribute('aria-expanded', 'true');
  expect(await heightOf(text)).toBeGreaterThan(cut * 2);
  await button(card, 'Less').click();
  expect(await heightOf(text)).toBe(cut);
  await expect(button(cardOf(page, shortTitle), 'More')).toBeHidden();
});

test('the first five who go are shown as initials, beside the exact counts @slow', async ({
  page,
}) => {
  await page.goto('/events');
  const card = cardOf(page, 'Wyrm of the Hollow: weekly mass');
  const events = (await (await page.request.get('/api/events')).json()) as {
    title: string;
    going: string[];
  }[];
  const { going } = events.find(({ title }) => title.startsWith('Wyrm of the Hollow'))!;
  expect(going.length).toBeGreaterThan(5);
  await expect(card.getByText(`${going.length} Going`)).toBeVisible();
  const faces = card.locator('[title]');
  await expect(faces).toHaveCount(5);
  await expect(faces.first()).toHaveText(/^[A-Z0-9]{1,2}$/);
  await card.getByText('Who is going').click();
  await expect(card.getByRole('list', { name: 'Going' }).getByRole('listitem')).toHaveCount(
    going.length,
  );
});

test('staff host a weekly event, move all its dates and end it @slow', async ({ page }) => {
  await signIn(page, demoEmails.staff);
  await page.goto('/events');
  await page.getByRole('button', { name: 'Host Event' }).click();
  const form = page.getByRole('region', { name: 'Create New Event' });
  const title = inventTitle('Weekly');
  // Late in the day: the change by an hour moves the series to the next weekday.
  const start = new Date(inHours(200).setUTCHours(23, 30));
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Every week at the gate.');
  await form.getByLabel('Date and time').fill(toInput(start));
  await form.getByLabel('Repeats').selectOption('Every week');
  const lastDay = new Date(start.getTime() + 15 * 86_400_000);
  await form.getByLabel('Until').fill(toInput(lastDay).slice(0, 10));
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Create Event' }).click();
  const cards = cardOf(page, title);
  await expect(cards).toBeInViewport();
  await expect(cards.getByText(/^Every week on/)).toBeVisible();
  await button(cards, '2 more dates').click();
  await expect(cards).toHaveCount(3);

  const items = await openMenu(cards.first());
  await items.filter({ hasText: 'Edit this and later' }).click();
  const edited = page.getByRole('article', { name: `Edit ${title}` });
  const moved = new Date(start.getTime() + 3_600_000);
  await edited.getByLabel('Date and time').fill(toInput(moved));
  await button(edited, 'Save').click();
  const times = cards.getByRole('time');
  await expect(times.nth(0)).toHaveAttribute('datetime', moved.toISOString());
  const weekLater = new Date(moved.getTime() + 7 * 86_400_000);
  await expect(times.nth(1)).toHaveAttribute('datetime', weekLater.toISOString());

  const last = await openMenu(cards.nth(1));
  await last.filter({ hasText: 'Delete this and later' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(cards).toHaveCount(1);
});
