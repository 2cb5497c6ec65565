import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, noConnection, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';

import { AdminPollsPage } from './admin-polls-page.tsx';

const list = 'GET /api/admin/polls';
const turnout = 'GET /api/admin/polls/{id}/turnout';
const end = 'POST /api/admin/polls/{id}/end';
const remove = 'DELETE /api/admin/polls/{id}';

const running: ManagedPoll = {
  id: '4',
  title: 'Which gate first?',
  endTime: { seconds: 4_000_000_000, nanoseconds: 0 },
  ended: false,
  questions: [
    {
      question: 'North or south?',
      answers: [
        { text: 'North', votes: 900 },
        { text: 'South', votes: 334 },
      ],
    },
  ],
  minAccountAgeDays: 0,
  minTotalLevel: 500,
  version: 2,
  createdAt: { seconds: 1_790_000_000, nanoseconds: 0 },
  voters: 1234,
  isEndedEarly: false,
};
const ended: ManagedPoll = {
  ...running,
  id: '5',
  title: 'The last gate',
  // The planned end has not come yet.
  ended: true,
  isEndedEarly: true,
  minTotalLevel: 0,
  version: 0,
  voters: 1,
};
const over: ManagedPoll = {
  ...ended,
  id: '6',
  title: 'An old gate',
  endTime: { seconds: 1_700_000_000, nanoseconds: 0 },
  isEndedEarly: false,
  voters: 0,
};
const polls = { players: 5000, polls: [running, ended, over] };
const points = [7, 0, 12].map((voters, hour) => ({
  at: { seconds: 1_790_000_000 + hour * 3600, nanoseconds: 0 },
  voters,
}));

async function open(id?: string, answers: Answers = {}) {
  const view = await renderScreen(<AdminPollsPage />, {
    // In quotes: the route of this test does not read the number as text.
    address: `/admin/polls${id ? `?poll="${id}"` : ''}`,
    as: 'admin',
    answers: { [list]: polls, [turnout]: { step: 'hour', points }, ...answers },
  });
  await screen.findByText('All Polls');
  return view;
}

const panel = (name: string) => screen.getByRole('region', { name });
const actionsOf = (name: string) =>
  [...panel(name).querySelectorAll('a, button')].map(({ textContent }) => textContent);
const rowsOf = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('the table has the state, the questions and the turnout of each poll', async () => {
  await open();
  expect(rowsOf()).toEqual([
    [
      'Which gate first?',
      expect.stringMatching(/^[\d,]+ days .*left$/),
      expect.stringContaining('2096'),
      '1',
      '1,234 (24%)',
    ],
    ['The last gate', 'Ended early', expect.stringContaining('2096'), '1', '1 (0%)'],
    ['An old gate', 'Ended', expect.stringContaining('2023'), '1', '0 (0%)'],
  ]);
});

test('a running poll can be edited and ended, and shows its results and turnout', async () => {
  await open('4');
  const shown = panel('Which gate first?');
  expect(actionsOf('Which gate first?')).toEqual([
    'Close',
    'Edit',
    'End Now',
    'Duplicate',
    'CSV',
    'View',
    'Delete',
  ]);
  expect(within(shown).getByText('Edit').closest('a')?.getAttribute('href')).toBe(
    '/admin/polls?edit=4',
  );
  expect(within(shown).getByText('Duplicate').closest('a')?.getAttribute('href')).toBe(
    '/admin/polls?copy=4',
  );
  expect(within(shown).getByText('CSV').closest('a')?.getAttribute('href')).toBe(
    '/api/admin/polls/4/results.csv',
  );
  expect(shown.textContent).toContain('1,234 of 5,000 players voted (24%)');
  expect(shown.textContent).toContain('To vote you need a total level of at least 500.');
  within(shown).getByText('Edited');
  within(shown).getByText(/^Ends/);
  const results = within(shown).getAllByRole('listitem');
  expect(results.map(({ textContent }) => textContent)).toEqual([
    'NorthLeading72%900 votes',
    'South27%334 votes',
  ]);
  await screen.findByText('Voters per hour');
  const [first = '', , last = ''] = [...shown.querySelectorAll('title')].map(
    ({ textContent }) => textContent,
  );
  expect(first).toMatch(/: 7$/);
  const busiest = last.replace(': 12', '');
  screen.getByText('highest: 12');
  screen.getByText(`19 voted. The busiest hour was ${busiest} with 12.`);
  expect(requests(turnout).map(({ params }) => params)).toEqual([{ id: '4' }]);
});

test('an ended poll cannot be edited or ended again', async () => {
  await open('5');
  const shown = panel('The last gate');
  expect(actionsOf('The last gate')).toEqual(['Close', 'Duplicate', 'CSV', 'View', 'Delete']);
  within(shown).getByText('Every player may vote.');
  within(shown).getByText('Winner');
  within(shown).getByText('Ended');
  expect(within(shown).queryByText('Edited')).toBeNull();
});

test('a poll is ended after a question, and the list is read again', async () => {
  const { user } = await open('4');
  answer({ [end]: ended, [list]: { ...polls, polls: [{ ...running, ended: true }, over] } });
  await user.click(screen.getByText('End Now'));
  const text =
    'End “Which gate first?” now? The votes cast so far decide the result. The poll cannot be reopened.';
  await screen.findByText(text);
  await user.click(screen.getByText('Cancel'));
  expect(requests(end)).toEqual([]);
  await user.click(screen.getByText('End Now'));
  await user.click(await screen.findByText('End Poll'));
  await screen.findByText('The poll has ended.');
  expect(requests(end).map(({ params }) => params)).toEqual([{ id: '4' }]);
  expect(screen.queryByText('End Now')).toBeNull();
});

test('a poll is deleted after a question that says what is lost', async () => {
  const { user, router } = await open('4');
  answer({ [remove]: undefined, [list]: { ...polls, polls: [ended, over] } });
  await user.click(screen.getByText('Delete'));
  await screen.findByText('Are you sure you want to delete this poll? 1,234 votes will be lost.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByText('Delete'));
  await screen.findByText(/1,234 votes will be lost/);
  await user.click(within(screen.getByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('The poll was deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '4' }]);
  expect(router.state.location.href).toBe('/admin/polls');
  expect(rowsOf().map(([title]) => title)).toEqual(['The last gate', 'An old gate']);
});

test('a poll that does not exist is reported above the list', async () => {
  await open('99');
  screen.getByText('This poll no longer exists.');
});

test('a turnout that cannot be loaded does not hide the results', async () => {
  await open('6', { [turnout]: noConnection });
  await screen.findByText('The turnout could not be loaded.');
  within(panel('An old gate')).getByText('Q1: North or south?');
  expect(screen.queryByText('This poll no longer exists.')).toBeNull();
});

test('a poll without votes has a turnout too, by days', async () => {
  const days = points.map(({ at }, day) => ({
    at: { seconds: at.seconds + day * 86_400, nanoseconds: 0 },
    voters: 0,
  }));
  await open('6', { [turnout]: { step: 'day', points: days } });
  await screen.findByText('Voters per day');
  screen.getByText('highest: 0');
  screen.getByText('Nobody has voted yet.');
});
