import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { hold, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { AttendanceButtons } from './attendance-buttons.tsx';
import { EventForm } from './event-form.tsx';
import { upcomingQuery } from './events.queries.ts';

const event: GameEvent = {
  id: '9',
  title: 'Dragon Hunt',
  description: 'Bring a shield.',
  type: 'Race',
  dateTime: '2026-07-01T22:30:00.000Z',
  interested: [],
  going: [],
  creatorId: 'Elder',
  creatorRights: 3,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
};

function List() {
  const { data } = useQuery(upcomingQuery);
  return data?.map((one) => <AttendanceButtons key={one.id} event={one} />);
}

function open(shown: GameEvent, answers: Answers = {}, as: 'player' | 'visitor' = 'player') {
  return renderScreen(<List />, {
    address: '/events',
    as,
    answers: { 'GET /api/events': [shown], ...answers },
  });
}

const labels = () => screen.queryAllByRole('button').map((button) => button.textContent);

test.each([
  ['no plans', event, ['Going', 'Interested']],
  ['interest', { ...event, interested: ['Marrow'] }, ['Going']],
  ['plans to go', { ...event, going: ['Marrow'] }, ['Unmark']],
  ['no plans, unlike others', { ...event, going: ['Elder'] }, ['Going', 'Interested']],
])('what a player with %s can choose', async (_, shown, expected) => {
  await open(shown);
  await screen.findByText(expected[0]!);
  expect(labels()).toEqual(expected);
});

test('the answer of the server is shown at once, before the list is read again', async () => {
  const held = hold<'GET /api/events'>();
  const going = 'PATCH /api/events/{id}/going';
  const { user } = await open(event, {
    'GET /api/events': () => (requests(going).length > 0 ? held.answer() : [event]),
    [going]: { ...event, going: ['Marrow'] },
  });
  await user.click(await screen.findByText('Going'));
  await screen.findByText('Unmark');
  const [sent] = requests(going);
  expect(sent?.params).toEqual({ id: '9' });
  expect(sent?.body).toEqual({ userId: 'Marrow' });
});

test('only the button that was pressed is busy until the answer is there', async () => {
  const going = 'PATCH /api/events/{id}/going';
  const held = hold<typeof going>();
  const goes = { ...event, going: ['Marrow'] };
  const { user } = await open(event, {
    'GET /api/events': () => [requests(going).length > 0 ? goes : event],
    [going]: held.answer,
  });
  await user.click(await screen.findByText('Going'));
  const busy = screen.getAllByRole('button').map((button) => button.getAttribute('aria-busy'));
  expect(busy).toEqual(['true', null]);
  await user.click(screen.getByText('Going'));
  held.give(goes);
  await screen.findByText('Unmark');
  expect(requests(going)).toHaveLength(1);
});

test('a refused choice says why', async () => {
  const { user } = await open(event, {
    'PATCH /api/events/{id}/interested': refuse('events/begun', 'The event has begun.'),
  });
  await user.click(await screen.findByText('Interested'));
  await screen.findByText('The event has begun.');
});

test('a visitor is sent to the login and back to the event', async () => {
  await open(event, {}, 'visitor');
  const links = await screen.findAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill('/login?redirect=%2Fevents%3Fevent%3D9'),
  );
});

test('an event keeps its hidden type and its time when it is edited', async () => {
  // Events must be in the future.
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
  const saved: unknown[] = [];
  const save = (fields: unknown) => Promise.resolve(void saved.push(fields));
  const { user } = render(<EventForm submitLabel="Save" event={event} save={save} />);
  const type = screen.getByLabelText<HTMLSelectElement>('Type');
  expect([...type.options].map(({ text }) => text)).toEqual(['Bossing', 'Get-together', 'Race']);
  // The tests run in New York, four hours behind UTC in summer.
  expect(screen.getByLabelText<HTMLInputElement>(/^Date and time/).value).toBe('2026-07-01T18:30');
  await user.click(screen.getByText('Save'));
  await expect
    .poll(() => saved)
    .toEqual([
      {
        title: 'Dragon Hunt',
        description: 'Bring a shield.',
        type: 'Race',
        dateTime: '2026-07-01T22:30:00.000Z',
      },
    ]);
});

test('a new event is not offered a hidden type', () => {
  render(<EventForm submitLabel="Save" save={() => Promise.resolve()} />);
  const type = screen.getByLabelText<HTMLSelectElement>('Type');
  expect([...type.options].map(({ value }) => value)).toEqual(['Bossing', 'Social']);
});
