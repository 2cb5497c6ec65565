import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { hold, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

import { ownVoteQuery, pollQuery, pollsQuery } from './polls.queries.ts';
import { VoteForm } from './vote-form.tsx';

const poll: Poll = {
  id: '12',
  title: 'The Bridge',
  endTime: { seconds: 4_000_000_000, nanoseconds: 0 },
  ended: false,
  minAccountAgeDays: 0,
  minTotalLevel: 0,
  version: 3,
  questions: [
    {
      question: 'Build it?',
      answers: [
        { text: 'Yes', votes: 1 },
        { text: 'No', votes: 2 },
      ],
    },
    {
      question: 'Where?',
      answers: [
        { text: 'North', votes: 1 },
        { text: 'East', votes: 1 },
        { text: 'South', votes: 1 },
      ],
    },
  ],
};

const { username, email, wyncoins, user_rights, community_manager } = testPlayer;
const user = { username, email, wyncoins, user_rights, community_manager, voted_polls: [] };

function open(answers: Answers = {}, as: 'player' | 'visitor' = 'player') {
  return renderScreen(<VoteForm poll={poll} />, {
    address: '/polls/12',
    as,
    answers: { 'GET /api/users/{username}': user, ...answers },
  });
}

const vote = 'POST /api/polls/{id}/vote';
const button = () => screen.getByText<HTMLButtonElement>('Vote');

test('a player can vote once every question has an answer', async () => {
  const { user: player } = await open({ [vote]: poll });
  queryClient.setQueryData(pollsQuery.queryKey, [poll]);
  expect(button().disabled).toBe(true);
  screen.getByText('0 of 2 answered');
  await player.click(screen.getByLabelText('South'));
  expect(button().disabled).toBe(true);
  screen.getByText('1 of 2 answered');
  await player.click(screen.getByLabelText('No'));
  screen.getByText('A vote is final.');
  await player.click(button());
  await screen.findByText('Your vote was counted. Thank you!');
  const [sent] = requests(vote);
  expect(sent?.params).toEqual({ id: '12' });
  expect(sent?.body).toEqual({ answers: [1, 2], username: 'Marrow', version: 3 });
  expect(sessionStorage.length).toBe(0);
  // The polls and the player are read again; the own vote is known.
  expect(queryClient.getQueryData(ownVoteQuery('12', true).queryKey)).toEqual({ answers: [1, 2] });
  await expect.poll(() => queryClient.getQueryState(pollsQuery.queryKey)?.isInvalidated).toBe(true);
});

test('a second click while the vote is sent does not vote again', async () => {
  const held = hold<typeof vote>();
  const { user: player } = await open({ [vote]: held.answer });
  await player.click(screen.getByLabelText('Yes'));
  await player.click(screen.getByLabelText('East'));
  await player.click(button());
  expect(button().getAttribute('aria-busy')).toBe('true');
  await player.click(button());
  held.give(poll);
  await screen.findByText('Your vote was counted. Thank you!');
  expect(requests(vote)).toHaveLength(1);
});

test('a refused vote says why and keeps the choices', async () => {
  const { user: player } = await open({
    [vote]: refuse('polls/closed', 'This poll has closed.'),
  });
  queryClient.setQueryData(pollQuery('12').queryKey, poll);
  await player.click(screen.getByLabelText('Yes'));
  await player.click(screen.getByLabelText('East'));
  await player.click(button());
  await screen.findByText('This poll has closed.');
  // The page may show an old poll.
  expect(queryClient.getQueryState(pollQuery('12').queryKey)?.isInvalidated).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('East').checked).toBe(true);
  expect(sessionStorage.getItem('poll 12 3')).toBe('{"0":0,"1":1}');
});

test.each(['{', 'null', '7', '{"x":"y"}'])('kept choices that say %s are ignored', async (text) => {
  sessionStorage.setItem('poll 12 3', text);
  await open();
  screen.getByText('0 of 2 answered');
});

test('choices are kept for a visitor who logs in, but those of an older version are not', async () => {
  sessionStorage.setItem('poll 12 2', '{"0":0,"1":0}');
  sessionStorage.setItem('poll 12 3', '{"0":1,"1":9,"7":0}');
  await open({}, 'visitor');
  expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('North').checked).toBe(false);
  expect(screen.queryByText('Vote')).toBeNull();
  const link = screen.getByText<HTMLAnchorElement>('Log In');
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Fpolls%2F12');
});
