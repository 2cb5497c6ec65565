import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { changeSite, testPlayer } from '#client/testing/test-site.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { Attendees } from './attendees.tsx';
import { DateLeaf } from './date-leaf.tsx';
import { EventText } from './event-text.tsx';
import { EventsOverview } from './events-overview.tsx';
import { showCreated, upcomingQuery } from './events.queries.ts';
import { ReminderSetting } from './reminder-setting.tsx';
import { SubscribePanel } from './subscribe-panel.tsx';

const list = 'GET /api/events';
const settings = 'GET /api/events/settings';

const event: GameEvent = {
  id: '9',
  title: 'Dragon Hunt',
  description: 'Bring a shield.',
  type: 'Race',
  dateTime: '2096-07-01T22:30:00.000Z',
  interested: [],
  going: [],
  creatorId: 'Elder',
  creatorRights: 3,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
};

test('the reminder by email is switched on and off', async () => {
  const read = 'GET /api/account/notifications';
  const save = 'PATCH /api/account/notifications';
  const { user } = render(<ReminderSetting />, {
    as: 'player',
    answers: { [read]: { eventReminders: true }, [save]: { eventReminders: false } },
  });
  const isOn = () => screen.getByRole('switch').getAttribute('aria-checked');
  await screen.findByRole('switch');
  expect(isOn()).toBe('true');
  answer({ [read]: { eventReminders: false } });
  await user.click(screen.getByRole('switch'));
  await expect.poll(isOn).toBe('false');
  await expect.poll(() => requests(read)).toHaveLength(2);
  await user.click(screen.getByRole('switch'));
  await expect.poll(() => requests(save)).toHaveLength(2);
  expect(requests(save).map(({ body }) => body)).toEqual([
    { eventReminders: false },
    { eventReminders: true },
  ]);
});

test.each([
  [true, 'admin', /^Every player may host events\.$/, true],
  [false, { ...testPlayer, user_rights: 2 }, /^Staff and community managers host events\./, false],
] as const)(
  'staff see the next five events and who may host (players: %s)',
  async (playersMayHost, as, text, mayChange) => {
    const events = [1, 2, 3, 4, 5, 6].map((number) => ({
      ...event,
      id: String(number),
      title: `Hunt ${number}`,
      going: Array<string>(number).fill('x'),
    }));
    await renderScreen(<EventsOverview />, {
      address: '/admin/events/types',
      as,
      answers: { [list]: events, [settings]: { playersMayHost } },
    });
    await screen.findByText('Hunt 5');
    await screen.findByText(text);
    expect(screen.queryByText('Hunt 6')).toBeNull();
    expect(screen.getByText('Hunt 2').getAttribute('href')).toBe('/events?event=2');
    expect(screen.getByText('Hunt 2').closest('li')?.textContent).toMatch(
      /hosted by Elder · 2 going$/,
    );
    expect(screen.queryByText('Change Who May Host') !== null).toBe(mayChange);
  },
);

test('five faces are shown of those who go, and all names in the list', () => {
  const going = ['Ash', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
  const { rerender } = render(<Attendees event={{ ...event, going, interested: ['Gus'] }} />);
  const faces = document.querySelector('summary > [aria-hidden]')!;
  expect([...faces.children].map((face) => face.getAttribute('title'))).toEqual(going.slice(0, 5));
  const names = within(screen.getByLabelText('Going', { selector: 'ul' }));
  expect(names.getAllByRole('listitem', { hidden: true })).toHaveLength(6);
  rerender(<Attendees event={{ ...event, interested: ['Gus'] }} />);
  expect(document.querySelector('summary > [aria-hidden]')).toBeNull();
  expect(screen.queryByLabelText('Going', { selector: 'ul' })).toBeNull();
  screen.getByLabelText('Interested', { selector: 'ul' });
});

test('a long text can be opened and cut as often as its reader likes', async () => {
  // A browser measures the text as soon as it is observed.
  class MeasuringObserver {
    readonly observe: () => void;
    constructor(measure: () => void) {
      this.observe = measure;
    }
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', MeasuringObserver);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(90);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function measure(
    this: Element,
  ) {
    return this.className.includes('cut') ? 40 : 90;
  });
  const { user } = render(<EventText text={'A tale. '.repeat(30)} labelledBy="title" />);
  for (let round = 1; round <= 2; round++) {
    await user.click(screen.getByText('More'));
    expect(screen.getByText('Less').getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByText('Less'));
    expect(screen.getByText('More').getAttribute('aria-expanded')).toBe('false');
  }
});

test('a created event is put into the list by its start, and only once', () => {
  const at = (id: string, day: number) => ({ ...event, id, dateTime: `2096-07-0${day}T10:00:00Z` });
  queryClient.setQueryData(upcomingQuery.queryKey, [at('1', 2), at('2', 4)]);
  showCreated(at('3', 3));
  showCreated({ ...at('3', 1), title: 'Moved' });
  const listed = queryClient.getQueryData(upcomingQuery.queryKey);
  expect(listed?.map(({ id, title }) => [id, title])).toEqual([
    ['3', 'Moved'],
    ['1', 'Dragon Hunt'],
    ['2', 'Dragon Hunt'],
  ]);
});

test('names of those who come have the icons of their own mode and rank', () => {
  changeSite({
    modes: [{ key: 'ironman', name: 'Ironman', icon: 'helm', colour: 'neutral' }],
    supporterSteps: [{ id: 3, name: 'Squire', icon: 'star', colour: 'gold' }],
  });
  const going = ['ash', 'bo', 'cy'];
  render(
    <Attendees event={{ ...event, going, modes: { bo: 'ironman' }, supporters: { ash: 3 } }} />,
  );
  const names = within(screen.getByLabelText('Going', { selector: 'ul' }))
    .getAllByRole('listitem', { hidden: true })
    .map((item) => [
      item.textContent,
      within(item).queryByLabelText('Ironman') !== null,
      within(item).queryByLabelText('Squire') !== null,
    ]);
  expect(names).toEqual([
    ['Ash', false, true],
    ['Bo', true, false],
    ['Cy', false, false],
  ]);
});

test('the leaf of a date is that of the reader’s day', () => {
  // The tests run in New York, four hours behind UTC in summer.
  const { container } = render(<DateLeaf start={Date.UTC(2026, 6, 4, 2, 30)} />);
  expect(container.textContent).toMatch(/^Jul3Fri/);
});

test('the calendar is subscribed to by an address that calendars understand, which can be copied', async () => {
  const { user } = render(<SubscribePanel />);
  expect(screen.getByText('Subscribe').closest('a')?.getAttribute('href')).toBe(
    `webcal://${location.host}/events.ics`,
  );
  await user.click(screen.getByText('Copy address'));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/events.ics`);
});

test('staff see that no event is planned', async () => {
  await renderScreen(<EventsOverview />, {
    address: '/admin/events/types',
    as: 'admin',
    answers: { [list]: [], [settings]: { playersMayHost: false } },
  });
  await screen.findByText('No event is planned.');
});
