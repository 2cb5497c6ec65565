import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { fromLocalInput } from '#client/lib/local-input.ts';
import { requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { addDays, toLocal, weekdayNames, weekdayOf } from '#shared/rules/event-series.ts';

import { foldSeries } from './fold-series.ts';
import { ownZone } from './own-zone.ts';

const staff = { ...testPlayer, user_rights: 2 };
const first = addDays(new Date().toISOString().slice(0, 10), 10);
const weekday = weekdayOf(first);
const repeat = {
  series: '4',
  everyWeeks: 1 as const,
  weekdays: [weekday],
  until: addDays(first, 70),
};

const dates: GameEvent[] = [0, 1, 2].map((number) => ({
  id: String(31 + number),
  title: `Night watch ${number + 1}`,
  description: 'Meet at the gate.',
  type: 'Bossing',
  dateTime: fromLocalInput(`${addDays(first, 7 * number)}T19:00`)!,
  interested: [],
  going: [],
  creatorId: testPlayer.username,
  creatorRights: 2,
  communityManager: false,
  zone: ownZone,
  sequence: 5 + number,
  repeat,
}));

async function open(answers: Answers = {}, path = '/events') {
  answerNothing();
  const page = await renderPage(path, {
    as: staff,
    answers: {
      'GET /api/events': ({ query }) => ('month' in query ? [] : dates),
      'GET /api/events/settings': { playersMayHost: false },
      ...answers,
    },
  });
  await screen.findByText('Night watch 1');
  return page;
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], item: string) {
  await user.click(screen.getByLabelText('Options for Night watch 1', { selector: 'button' }));
  await user.click(await screen.findByText(item));
}

/** Not typed: each key would render the page again. The form is loaded when it is opened. */
async function fill(label: RegExp, value: string): Promise<HTMLElement> {
  const field = await screen.findByLabelText(label);
  fireEvent.input(field, { target: { value } });
  return field;
}

test('a host creates a weekly event, whose own weekday is always one of its days', async () => {
  const { user } = await open({ 'POST /api/events': dates[0]! });
  await user.click(screen.getByText('Host Event'));
  await fill(/^Title/, 'Night watch');
  await fill(/^Description/, 'Meet at the gate.');
  await fill(/^Date and time/, `${first}T19:00`);
  expect(screen.queryByLabelText(/^Until/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Repeats'), 'Every second week');
  const boxes = weekdayNames.map((name) => screen.getByLabelText<HTMLInputElement>(name));
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual(
    boxes.map((_, at) => [at + 1 === weekday, at + 1 === weekday]),
  );
  const other = (weekday % 7) + 1;
  await user.click(boxes[other - 1]!);
  await user.click(screen.getByText('Create Event'));
  await screen.findByText('Your event was created.');
  expect(requests('POST /api/events')[0]?.body).toMatchObject({
    dateTime: fromLocalInput(`${first}T19:00`),
    zone: ownZone,
    repeat: {
      everyWeeks: 2,
      weekdays: [weekday, other].toSorted((a, b) => a - b),
      until: addDays(first, 84),
    },
  });
});

test('the last day of a new series follows its first date', async () => {
  const { user } = await open({ 'POST /api/events': dates[0]! }, '/events?copy=31');
  await user.selectOptions(await screen.findByLabelText('Repeats'), 'Every week');
  const until = () => screen.getByLabelText<HTMLInputElement>(/^Until/).value;
  await fill(/^Date and time/, `${first}T19:00`);
  expect(until()).toBe(addDays(first, 84));
  await fill(/^Date and time/, `${addDays(first, 7)}T19:00`);
  expect(until()).toBe(addDays(first, 91));
  await user.click(screen.getByText('Create Event'));
  await screen.findByText('Your event was created.');
  expect(requests('POST /api/events')[0]?.body).toMatchObject({
    dateTime: fromLocalInput(`${addDays(first, 7)}T19:00`),
    repeat: { everyWeeks: 1, weekdays: [weekday], until: addDays(first, 91) },
  });
});

test('a series that ends too late is not sent', async () => {
  const { user } = await open({}, '/events?copy=31');
  await user.selectOptions(await screen.findByLabelText('Repeats'), 'Every week');
  const until = await fill(/^Until/, addDays(first, 600));
  await user.click(screen.getByText('Create Event'));
  await screen.findByText('Choose a day within a year of the first event.');
  expect(document.activeElement).toBe(until);
  expect(requests('POST /api/events')).toEqual([]);
});

test('only the next date is listed, and the others on request', async () => {
  const { user } = await open();
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
  expect(screen.getByText(/^Every week on/).textContent).toContain(day.format(new Date(first)));
  expect(screen.queryByText('Night watch 2')).toBeNull();
  await user.click(screen.getByText('2 more dates'));
  expect(screen.getByText('Hide later dates').getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Night watch 2')).toBeTruthy();
  await user.click(screen.getByText('Hide later dates'));
  expect(screen.queryByText('Night watch 3')).toBeNull();
});

test('a date that the address names or the player goes to is listed too', () => {
  const going = { ...dates[2]!, going: ['Marrow'] };
  const listed = foldSeries([dates[0]!, dates[1]!, going], {
    shown: [],
    isKept: (event) => event.going.length > 0,
  });
  expect(listed).toEqual([
    { event: dates[0], later: { count: 1, isShown: false } },
    { event: going },
  ]);
  const all = { shown: ['4'], isKept: () => false };
  expect(foldSeries(dates, all).map(({ event }) => event)).toEqual(dates);
});

test.each([
  ['the address names', '/events?event=33', {}],
  ['the player goes to', '/events', { going: [testPlayer.username] }],
  ['interests the player', '/events', { interested: [testPlayer.username] }],
])('a later date that %s is listed beside the next one', async (_, path, change) => {
  const events = [dates[0]!, dates[1]!, { ...dates[2]!, ...change }];
  await open({ 'GET /api/events': ({ query }) => ('month' in query ? [] : events) }, path);
  await screen.findByText('Night watch 3');
  screen.getByText('1 more date');
  expect(screen.queryByText('Night watch 2')).toBeNull();
});

test.each([
  ['Edit', 'one', undefined],
  ['Edit this and later', 'following', { everyWeeks: 1, weekdays: [weekday], until: repeat.until }],
] as const)('%s saves with the scope %s', async (item, scope, rule) => {
  const { user } = await open({ 'PUT /api/events/{id}': { ...dates[0]!, title: 'Day watch' } });
  await choose(user, item);
  await fill(/^Title/, 'Day watch');
  expect(Boolean(screen.queryByLabelText('Repeats'))).toBe(scope === 'following');
  await user.click(screen.getByText('Save'));
  await expect.poll(() => requests('PUT /api/events/{id}')).toHaveLength(1);
  const [sent] = requests('PUT /api/events/{id}');
  expect(sent?.params).toEqual({ id: '31' });
  expect(sent?.body).toMatchObject({ title: 'Day watch', scope, sequence: 5 });
  expect((sent!.body as { repeat?: unknown }).repeat).toEqual(rule);
});

test('a series whose date moves to the next day leaves its old weekday', async () => {
  const { user } = await open({ 'PUT /api/events/{id}': dates[0]! });
  await choose(user, 'Edit this and later');
  await fill(/^Date and time/, `${addDays(first, 1)}T00:30`);
  const old = screen.getByLabelText<HTMLInputElement>(weekdayNames[weekday - 1]!);
  expect([old.checked, old.disabled]).toEqual([false, false]);
  await user.click(screen.getByText('Save'));
  await expect.poll(() => requests('PUT /api/events/{id}')).toHaveLength(1);
  expect(requests('PUT /api/events/{id}')[0]?.body).toMatchObject({
    repeat: { weekdays: [(weekday % 7) + 1] },
  });
});

test.each([
  ['Delete', 'one', 'Are you sure you want to delete this event?'],
  [
    'Delete this and later',
    'following',
    'Are you sure you want to delete this event and all later dates of it?',
  ],
])('%s asks first', async (item, scope, question) => {
  const { user } = await open({ 'DELETE /api/events/{id}': undefined });
  await choose(user, item);
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(question);
  await user.click(dialog.getByText('Delete'));
  await expect.poll(() => requests('DELETE /api/events/{id}')).toHaveLength(1);
  expect(requests('DELETE /api/events/{id}')[0]).toMatchObject({
    params: { id: '31' },
    query: { scope },
  });
});

test('a duplicate starts with the texts of the event, a week later', async () => {
  const { user, router } = await open();
  await choose(user, 'Duplicate');
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  expect(title.value).toBe('Night watch 1');
  await expect.poll(() => document.activeElement).toBe(title);
  expect(screen.getByLabelText<HTMLInputElement>(/^Date and time/).value).toBe(
    `${toLocal(new Date(dates[1]!.dateTime), ownZone).day}T19:00`,
  );
  await user.click(screen.getByText('Cancel'));
  await expect.poll(() => router.state.location.href).toBe('/events');
  expect(screen.queryByLabelText(/^Title/)).toBeNull();
});

test('each series is folded on its own, and events without one are left alone', () => {
  const others = dates.map((event, at) => ({
    ...event,
    id: String(41 + at),
    repeat: { ...repeat, series: '5' },
  }));
  const { repeat: _repeat, ...once } = dates[0]!;
  const [first, second] = dates;
  const listed = foldSeries([first!, others[0]!, once, second!, others[1]!, others[2]!], {
    shown: ['5'],
    isKept: () => false,
  });
  expect(listed).toEqual([
    { event: first, later: { count: 1, isShown: false } },
    { event: others[0], later: { count: 2, isShown: true } },
    { event: once },
    { event: others[1] },
    { event: others[2] },
  ]);
});
