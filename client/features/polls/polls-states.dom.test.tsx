import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, notFound, testStates } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

testStates('the list of polls', {
  path: '/polls',
  route: 'GET /api/polls',
  loading: 'Loading polls...',
  error: 'The polls could not be loaded',
  ready: [[], 'No poll is running right now. The next one is never far.'],
});

const poll: Poll = {
  id: '4',
  title: 'Which gate first?',
  endTime: { seconds: 4_000_000_000, nanoseconds: 0 },
  ended: false,
  questions: [{ question: 'North or south?', answers: [{ text: 'North', votes: 2 }] }],
  minAccountAgeDays: 0,
  minTotalLevel: 0,
  version: 1,
};

testStates('a poll', {
  path: '/polls/4',
  route: 'GET /api/polls/{id}',
  loading: 'Loading poll...',
  error: 'This poll could not be loaded',
  ready: [poll, 'Which gate first?'],
  missing: notFound,
});

testStates('the list of polls for admins', {
  path: '/admin/polls',
  as: 'admin',
  route: 'GET /api/admin/polls',
  loading: 'Loading polls...',
  error: 'The polls could not be loaded',
  ready: [{ polls: [], players: 12 }, 'No polls yet'],
});

test('a card shows the first question, and the results only of polls that ended', async () => {
  answerNothing();
  const answers = ['North', 'South', 'East', 'West'].map((text, votes) => ({ text, votes }));
  const running = { ...poll, questions: [{ question: 'Which gate?', answers }] };
  const ended = { ...running, id: '5', title: 'The last gate', ended: true };
  await renderPage('/polls', { answers: { 'GET /api/polls': [running, ended] } });
  const cardOf = (title: string) => screen.getByText(title).closest('article')!;
  await screen.findByText('Which gate first?');
  const shown = [...cardOf('Which gate first?').querySelectorAll('li')];
  expect(shown.map((answer) => answer.textContent)).toEqual(['North', 'South', 'East']);
  expect(cardOf('Which gate first?').textContent).toContain('Which gate?');
  expect(cardOf('Which gate first?').textContent).toContain('and 1 more');
  const results = [...cardOf('The last gate').querySelectorAll('li')];
  expect(results.map((answer) => answer.textContent)).toEqual(['West50%', 'East33%', 'South16%']);
});

test('a card hides the results until the player has voted, and says how large a poll is', async () => {
  answerNothing();
  const { username, email, wyncoins, user_rights, community_manager } = testPlayer;
  const player = { username, email, wyncoins, user_rights, community_manager };
  const twice = { ...poll, questions: [...poll.questions, ...poll.questions] };
  const voted = { ...poll, id: '14', title: 'The voted gate' };
  await renderPage('/polls', {
    as: 'player',
    answers: {
      'GET /api/polls': [twice, voted],
      'GET /api/users/{username}': { ...player, voted_polls: ['14'] },
    },
  });
  const cardOf = (title: string) => screen.getByText(title).closest('article')!;
  await screen.findByText('You voted');
  expect(cardOf('The voted gate').textContent).toMatch(
    /leftYou votedThe voted gateNorth or south\?North100%Ends \d.*1 question, 2 votes$/,
  );
  expect(cardOf('Which gate first?').textContent).toMatch(
    /leftWhich gate first\?North or south\?NorthEnds \d.*2 questions, 2 votes$/,
  );
  screen.getByText('No poll has ended yet.');
});

test('previous polls are shown in pages of three, the latest first', async () => {
  answerNothing();
  const polls = [1, 2, 3, 4].map((n) => ({
    ...poll,
    id: String(n),
    title: `Gate ${n}`,
    endTime: { seconds: 1_700_000_000 + n, nanoseconds: 0 },
  }));
  const { user, router } = await renderPage('/polls', { answers: { 'GET /api/polls': polls } });
  await screen.findByText('Page 1 / 2');
  const titles = () => screen.getAllByText(/^Gate \d$/).map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Gate 4', 'Gate 3', 'Gate 2']);
  await user.click(screen.getByText('Next'));
  await screen.findByText('Page 2 / 2');
  expect(titles()).toEqual(['Gate 1']);
  expect(router.state.location.href).toBe('/polls?page=2');
  await user.click(screen.getByText('Prev'));
  await screen.findByText('Page 1 / 2');
  expect(router.state.location.href).toBe('/polls');
});

test('running polls are sorted by their end, and one that has ended meanwhile is a previous one', async () => {
  answerNothing();
  const polls = [
    { id: '1', seconds: 4_000_000_300 },
    { id: '2', seconds: 1_700_000_000 },
    { id: '3', seconds: 4_000_000_100 },
  ].map(({ id, seconds }) => ({
    ...poll,
    id,
    title: `Gate ${id}`,
    endTime: { seconds, nanoseconds: 0 },
  }));
  await renderPage('/polls', { answers: { 'GET /api/polls': polls } });
  await screen.findByText('Gate 1');
  const titlesOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByText(/^Gate \d$/)
      .map(({ textContent }) => textContent);
  expect(titlesOf('Current Poll(s)')).toEqual(['Gate 3', 'Gate 1']);
  expect(titlesOf('Previous Polls')).toEqual(['Gate 2']);
  expect(screen.getByText('Gate 2').closest('article')?.textContent).toMatch(/^Closed/);
});
