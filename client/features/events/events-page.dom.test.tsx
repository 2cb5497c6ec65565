import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { streams } from '#client/testing/browser-gaps.ts';
import { answer, hold, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, testAdmin, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { toLocal } from '#shared/rules/event-series.ts';

import { EventMenu } from './event-menu.tsx';
import { upcomingQuery } from './events.queries.ts';
import { NextEvent } from './next-event.tsx';
import { ownZone } from './own-zone.ts';

const list = 'GET /api/events';
const settings = 'GET /api/events/settings';
const create = 'POST /api/events';
const going = 'PATCH /api/events/{id}/going';
const interested = 'PATCH /api/events/{id}/interested';
const unmark = 'PATCH /api/events/{id}/unmark';

// Events must be in the future.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
});

const hunt: GameEvent = {
  id: '9',
  title: 'Dragon Hunt',
  description: 'Bring a shield.',
  type: 'Bossing',
  dateTime: '2026-07-03T22:30:00.000Z',
  interested: ['marrow', 'quill'],
  going: ['elder', 'oak warden', 'pip'],
  creatorId: 'elder',
  creatorRights: 3,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
};
const feast: GameEvent = {
  ...hunt,
  id: '10',
  title: 'Feast',
  type: 'Social',
  dateTime: '2026-07-04T20:00:00.000Z',
  interested: [],
  going: [],
  creatorId: 'Marrow',
  creatorRights: 0,
  communityManager: true,
  zone: 'America/New_York',
};
const race: GameEvent = { ...feast, id: '11', title: 'Cart Race', communityManager: false };

type Role = SessionUser | 'visitor' | 'player' | 'admin';

async function open(events: GameEvent[], as: Role, answers: Answers = {}, path = '/events') {
  answerNothing();
  const page = await renderPage(path, {
    as,
    answers: {
      [list]: ({ query }) => ('month' in query ? [] : events),
      [settings]: { playersMayHost: false },
      ...answers,
    },
  });
  await screen.findByLabelText('Upcoming events');
  return page;
}

const cardOf = (title: string) => screen.getByText(title).closest<HTMLElement>('article')!;
const titles = () =>
  [...document.querySelectorAll('article h2')].map(({ textContent }) => textContent);

test('a card says what kind of event it is, who hosts it and who comes', async () => {
  await open([hunt, feast, race], 'player');
  const card = within(cardOf('Dragon Hunt'));
  card.getByText('Bossing');
  card.getByText('Staff Event');
  card.getByText('Bring a shield.');
  expect(card.getByText('Hosted by').parentElement?.textContent).toContain('Elder');
  expect(card.getByText(/for the host\)$/).textContent).toContain('BST for the host');
  expect(cardOf('Dragon Hunt').textContent).toMatch(/2.* Interested.*3.* Going/);
  const names = (label: string) =>
    within(card.getByLabelText(label, { selector: 'ul' }))
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent);
  expect([names('Going'), names('Interested')]).toEqual([
    ['Elder', 'Oak Warden', 'Pip'],
    ['Marrow', 'Quill'],
  ]);
  within(cardOf('Feast')).getByText('Official Community Event');
  within(cardOf('Feast')).getByText('Get-together');
  expect(within(cardOf('Feast')).queryByText(/for the host/)).toBeNull();
  within(cardOf('Cart Race')).getByText('Unofficial Community Event');
  expect(within(cardOf('Cart Race')).queryByText('Who is going')).toBeNull();
});

const staff = { ...testPlayer, user_rights: 2 };
const moderator = { ...testPlayer, user_rights: 1 };
const always = ['Add to calendar', 'Copy link', 'Report'];
const manage = ['Edit', 'Delete'];

test.each<[string, Role, GameEvent, boolean, string[]]>([
  ['a visitor', 'visitor', feast, true, always],
  ['another player', { ...testPlayer, username: 'Quill' }, feast, false, always],
  [
    'a player who may host',
    { ...testPlayer, username: 'Quill' },
    feast,
    true,
    [...always, 'Duplicate'],
  ],
  ['the host', 'player', feast, false, [...always, ...manage]],
  ['a moderator', moderator, hunt, false, always],
  [
    'a moderator with the permission',
    { ...moderator, permissions: ['events'] },
    hunt,
    false,
    [...always, 'Duplicate', ...manage],
  ],
  ['staff', staff, hunt, false, [...always, 'Duplicate', ...manage]],
  ['an admin', 'admin', feast, false, [...always, 'Duplicate', ...manage]],
  [
    'a community manager',
    { ...testPlayer, community_manager: true },
    hunt,
    false,
    [...always, 'Duplicate'],
  ],
])('the menu of an event for %s', async (_, as, event, playersMayHost, expected) => {
  const { user } = await renderScreen(<EventMenu event={event} onEdit={() => {}} />, {
    address: '/events',
    as,
    answers: { [settings]: { playersMayHost } },
  });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await user.click(screen.getByLabelText(/^Options for/, { selector: 'button' }));
  await expect
    .poll(() =>
      screen.queryAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent),
    )
    .toEqual(expected);
});

test('an event is created with the claims and the zone of its host, and then shown', async () => {
  const host = { ...testAdmin, community_manager: true };
  const { user, router } = await open([race], host, {}, '/events?copy=11&type=Social');
  const date = await screen.findByLabelText<HTMLInputElement>(/^Date and time/);
  // A week after the copied event.
  expect(date.value).toBe('2026-07-11T16:00');
  const title = screen.getByLabelText(/^Title/);
  await user.clear(title);
  await user.fill(title, ' Sack Race ');
  const saved = { ...race, id: '12', title: 'Sack Race', dateTime: '2026-07-11T20:00:00.000Z' };
  answer({ [create]: saved, [list]: ({ query }) => ('month' in query ? [] : [race, saved]) });
  const listed = requests(list).length;
  await user.click(screen.getByText('Create Event'));
  await screen.findByText('Your event was created.');
  expect(requests(create).map(({ body }) => body)).toEqual([
    {
      title: 'Sack Race',
      description: 'Bring a shield.',
      type: 'Social',
      dateTime: '2026-07-11T20:00:00.000Z',
      userId: 'Elder',
      userRights: 3,
      communityManager: true,
      zone: ownZone,
    },
  ]);
  await expect.poll(() => router.state.location.href).toBe('/events?event=12');
  expect(screen.queryByText('Create Event')).toBeNull();
  expect(titles()).toEqual(['Cart Race', 'Sack Race']);
  await expect.poll(() => requests(list).length).toBeGreaterThan(listed);
});

test('an event in the past is not created, and Cancel closes the form', async () => {
  const { user } = await open([race], 'admin');
  await user.click(screen.getByText('Host Event'));
  const date = await screen.findByLabelText<HTMLInputElement>(/^Date and time/);
  await user.fill(screen.getByLabelText(/^Title/), 'Too Late');
  await user.fill(screen.getByLabelText(/^Description/), 'It was fun.');
  await user.fill(date, '2020-01-01T10:00');
  await user.click(screen.getByText('Create Event'));
  await screen.findByText('Choose a time in the future.');
  expect(document.activeElement).toBe(date);
  await user.click(screen.getByText('Cancel'));
  expect(screen.queryByLabelText(/^Date and time/)).toBeNull();
  screen.getByText('Host Event');
  expect(requests(create)).toEqual([]);
});

test('an edit sends what was opened with the changes, and Cancel restores the card', async () => {
  const edit = 'PUT /api/events/{id}';
  const { user } = await open([feast, race], 'player');
  const choose = async (item: string) => {
    await user.click(screen.getByLabelText('Options for Feast', { selector: 'button' }));
    await user.click(within(cardOf('Feast')).getByText(item));
  };
  await choose('Edit');
  await screen.findByText('Edit Feast');
  await user.clear(await screen.findByLabelText(/^Title/));
  await user.click(screen.getByText('Cancel'));
  expect(document.activeElement).toBe(cardOf('Feast'));
  await choose('Edit');
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  expect(title.value).toBe('Feast');
  // Another host saves meanwhile; the server needs the version that was opened.
  const newer = { ...feast, title: 'Fest', sequence: 4 };
  act(() => void queryClient.setQueryData(upcomingQuery.queryKey, [newer, race]));
  await expect.poll(titles).toEqual(['Edit Feast', 'Cart Race']);
  await user.clear(title);
  await user.fill(title, 'Banquet');
  const saved = { ...feast, title: 'Banquet', sequence: 1 };
  answer({ [edit]: saved, [list]: ({ query }) => ('month' in query ? [] : [saved, race]) });
  await user.click(screen.getByText('Save'));
  await screen.findByText('Banquet', { selector: 'h2' });
  expect(requests(edit).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: '10' },
      body: {
        id: '10',
        title: 'Banquet',
        description: 'Bring a shield.',
        type: 'Social',
        dateTime: '2026-07-04T20:00:00.000Z',
        creatorId: 'Marrow',
        creatorRights: 0,
        communityManager: true,
        sequence: 0,
        scope: 'one',
      },
    },
  ]);
  expect(titles()).toEqual(['Banquet', 'Cart Race']);
});

test('a choice changes only its own event, and a change of polls reads nothing again', async () => {
  const { user } = await open([hunt, feast], 'player');
  const buttons = (title: string) =>
    [...cardOf(title).querySelectorAll('button')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^(Going|Interested|Unmark)$/.test(text));
  expect([buttons('Dragon Hunt'), buttons('Feast')]).toEqual([
    ['Going', 'Interested'],
    ['Going', 'Interested'],
  ]);
  const changed = { ...feast, interested: ['Marrow'] };
  answer({
    [interested]: changed,
    [list]: ({ query }) => ('month' in query ? [] : [hunt, changed]),
  });
  await user.click(within(cardOf('Feast')).getByText('Interested', { selector: 'button' }));
  await within(cardOf('Feast')).findByText('You are interested');
  expect(requests(interested).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '10' }, body: { userId: 'Marrow' } },
  ]);
  expect([buttons('Dragon Hunt'), buttons('Feast')]).toEqual([['Going', 'Interested'], ['Going']]);
  const before = requests(list).length;
  streams[0]!.send('change', { topic: 'polls' });
  expect(requests(list)).toHaveLength(before);
  answer({ [list]: ({ query }) => ('month' in query ? [] : [hunt]) });
  streams[0]!.send('change', { topic: 'events' });
  await expect.poll(titles).toEqual(['Dragon Hunt']);
});

test('one type is listed, and the event of the address even if it has another', async () => {
  const path = '/events?event=9&type=Social';
  const { user, router } = await open([hunt, feast], 'visitor', {}, path);
  expect(titles()).toEqual(['Dragon Hunt', 'Feast']);
  const chips = within(screen.getByLabelText('Types of events')).getAllByRole('link');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['All', 'Bossing', 'Get-together']);
  expect(chips.map((chip) => chip.getAttribute('aria-current'))).toEqual([null, null, 'page']);
  await user.click(chips[1]!);
  await expect.poll(() => router.state.location.href).toBe('/events?type=Bossing');
  expect(titles()).toEqual(['Dragon Hunt']);
});

test('the calendar marks the days of the events, and its days and keys change the address', async () => {
  const month = ({ query }: { query: Record<string, string> }) =>
    query['month'] === '2026-03' ? [{ ...hunt, dateTime: '2026-03-08T20:00:00.000Z' }] : [];
  const path = '/events?day=2026-03-08';
  const { user, router } = await open([], 'visitor', { [list]: month }, path);
  const grid = screen.getByRole('grid');
  const chosen = await within(grid).findByLabelText(/^Sunday,? 8 March 2026, 1 event$/);
  screen.getByText('(over)');
  screen.getByText('March 2026');
  await user.click(chosen);
  await expect.poll(() => router.state.location.href).toBe('/events?month=2026-03');
  screen.getByText('1 event this month. Choose a day to see them.');
  for (const [key, label] of [
    ['{ArrowRight}', /^Monday,? 9 March 2026$/],
    ['{ArrowDown}', /^Monday,? 16 March 2026$/],
    ['{ArrowLeft}', /^Sunday,? 15 March 2026$/],
    ['{ArrowUp}', /^Sunday,? 8 March 2026, 1 event$/],
    ['{Home}', /^Monday,? 2 March 2026$/],
    ['{End}', /^Sunday,? 8 March 2026, 1 event$/],
    ['{PageDown}', /^Wednesday,? 8 April 2026$/],
    ['{PageUp}', /^Sunday,? 8 March 2026, 1 event$/],
  ] as const) {
    await user.keyboard(key);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(label);
  }
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.search).toMatchObject({ day: '2026-03-08' });
  await user.click(screen.getByLabelText('Previous month'));
  await screen.findByText('February 2026');
  // No longer those of the day that was chosen in March.
  await screen.findByText('No events this month.');
  expect(screen.queryByText('Nothing planned.')).toBeNull();
  await user.click(screen.getByText('Today'));
  await expect.poll(() => router.state.location.href).toBe('/events');
  expect(screen.queryByText('Today')).toBeNull();
  const today = toLocal(new Date(), ownZone).day;
  expect(grid.querySelector('[aria-current=date]')?.getAttribute('data-day')).toBe(today);
});

test('the next event on other pages can be joined and left', async () => {
  const { user } = await renderScreen(<NextEvent address="/profile" />, {
    address: '/profile',
    as: 'player',
    answers: {
      [list]: [hunt],
      [going]: { ...hunt, going: ['Marrow'] },
      [unmark]: { ...hunt, going: ['pip', 'oak'] },
    },
  });
  await screen.findByText('Dragon Hunt');
  expect(requests(list)[0]?.query).toEqual({ limit: '1' });
  expect(screen.getByText('Dragon Hunt').getAttribute('href')).toBe('/events?event=9');
  answer({ [list]: [{ ...hunt, going: ['Marrow'] }] });
  await user.click(screen.getByText('Going'));
  await screen.findByText('You are going');
  answer({ [list]: [{ ...hunt, going: ['pip', 'oak'] }] });
  await user.click(screen.getByText('Unmark'));
  await screen.findByText('Going');
  expect(screen.queryByText('You are going')).toBeNull();
  expect([requests(going), requests(unmark)].map((sent) => sent.map(({ body }) => body))).toEqual([
    [{ userId: 'Marrow' }],
    [{ userId: 'Marrow' }],
  ]);
});

test('a visitor comes back to the next event after the login', async () => {
  await renderScreen(<NextEvent address="/about#next" />, {
    address: '/about',
    answers: { [list]: [hunt] },
  });
  const link = await screen.findByText('Going');
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Fabout%23next');
});

test('the calendar has only the events of the chosen type, and its list leads to those to come', async () => {
  const month = ({ query }: { query: Record<string, string> }) =>
    query['month'] === '2026-07' ? [hunt, { ...feast, dateTime: hunt.dateTime }] : [];
  const path = '/events?type=Social&day=2026-07-03';
  const { user, router } = await open([], 'visitor', { [list]: month }, path);
  await within(screen.getByRole('grid')).findByLabelText(/^Friday,? 3 July 2026, 1 event$/);
  const link = screen.getByText('Feast');
  expect(link.parentElement?.textContent).toMatch(/^6:30\spmFeast$/i);
  expect(screen.queryByText('Dragon Hunt')).toBeNull();
  await user.click(link);
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ type: 'Social', day: '2026-07-03', event: 10 });
});

test('an event that has begun is not listed, and its link says so', async () => {
  const begun = { ...hunt, dateTime: '2026-05-31T23:59:00.000Z' };
  await open([begun, feast], 'visitor', {}, '/events?event=9');
  expect(titles()).toEqual(['Feast']);
  screen.getByText(/^The event in this link has begun or was deleted\./);
  expect(screen.queryByText('Host Event')).toBeNull();
});

test('the menu of an event has its file, its address and, with the inbox, a report', async () => {
  const menu = <EventMenu event={hunt} onEdit={() => {}} />;
  const { user, unmount } = await renderScreen(menu, { address: '/events' });
  const links = () =>
    screen
      .getAllByRole('menuitem', { hidden: true })
      .map((item) => [item.textContent, item.getAttribute('href')]);
  expect(links()).toEqual([
    ['Add to calendar', '/events/9.ics'],
    ['Copy link', null],
    ['Report', '/support?about=event%3A9'],
  ]);
  await user.click(screen.getByText('Copy link'));
  await screen.findByText('Link copied.');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/events?event=9`);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await user.click(screen.getByText('Copy link'));
  await screen.findByText('Your browser did not allow the link to be copied.');
  unmount();
  changeSite({ featuresOff: ['inbox'] });
  await renderScreen(menu, { address: '/events' });
  expect(links().map(([text]) => text)).toEqual(['Add to calendar', 'Copy link']);
});

test('a deleted event is gone before the list is read again, and the list has the focus', async () => {
  const remove = 'DELETE /api/events/{id}';
  const held = hold<typeof list>();
  const { user } = await open([feast, race], 'player', {
    [remove]: undefined,
    [list]: ({ query }) => {
      if ('month' in query) return [];
      return requests(remove).length > 0 ? held.answer() : [feast, race];
    },
  });
  await user.click(screen.getByLabelText('Options for Feast', { selector: 'button' }));
  await user.click(within(cardOf('Feast')).getByText('Delete'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await expect.poll(titles).toEqual(['Cart Race']);
  expect(document.activeElement).toBe(screen.getByLabelText('Upcoming events'));
  held.give([race]);
});

test('seven days from today can be turned, chosen, and unfolded to the month', async () => {
  const { user, router } = await open([], 'visitor');
  const strip = within(screen.getByLabelText('Seven days'));
  const days = () => strip.getAllByRole('button').map((day) => day.ariaLabel);
  // It is the evening of the day before in New York.
  expect(days()).toHaveLength(7);
  expect([days()[0], days()[6]]).toEqual([
    expect.stringContaining('31 May 2026'),
    expect.stringContaining('6 June 2026'),
  ]);
  expect(strip.getAllByRole('button').map((day) => day.ariaCurrent)).toEqual([
    'date',
    ...Array<null>(6).fill(null),
  ]);
  await user.click(screen.getByLabelText('Next seven days'));
  expect(days()[0]).toContain('7 June 2026');
  await user.click(screen.getByLabelText('Previous seven days'));
  await user.click(screen.getByLabelText('Previous seven days'));
  expect(days()[0]).toContain('24 May 2026');
  await user.click(strip.getAllByRole('button')[1]!);
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ day: '2026-05-25', month: '2026-05' });
  const fold = screen.getByLabelText('Whole month');
  await user.click(fold);
  expect(fold.ariaExpanded).toBe('true');
  await user.click(screen.getByLabelText('Next month'));
  await screen.findByText('June 2026');
});

test.each<[string, Role, string[]]>([
  ['an admin', 'admin', ['Types', 'Host Event']],
  ['a community manager', { ...testPlayer, community_manager: true }, ['Host Event']],
  ['a player', 'player', []],
])('the buttons of the calendar for %s', async (_, as, expected) => {
  await open([], as);
  const heading = screen.getByText('Events Calendar', { selector: 'h1' }).closest('header')!;
  await expect
    .poll(() => [...heading.querySelectorAll('a, button')].map((one) => one.textContent))
    .toEqual(expected);
});

test('the event of the address is shown in the middle and has the focus', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await open([hunt, feast], 'visitor', {}, '/events?event=10');
  await expect.poll(() => document.activeElement).toBe(cardOf('Feast'));
  expect(scroll.mock.contexts).toEqual([cardOf('Feast')]);
});

test('an event whose host was deleted names none', async () => {
  await open([hunt, { ...feast, creatorId: '' }], 'visitor');
  within(cardOf('Dragon Hunt')).getByText('Hosted by');
  expect(within(cardOf('Feast')).queryByText('Hosted by')).toBeNull();
});

test('without a next event the panel leads to the calendar', async () => {
  await renderScreen(<NextEvent address="/" />, { address: '/', answers: { [list]: [] } });
  await screen.findByText('No event is planned yet. The fire is lit all the same.');
  expect(screen.getByText('Open the Calendar').getAttribute('href')).toBe('/events');
});
