import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import {
  answer,
  hold,
  inTurn,
  noConnection,
  refuse,
  requests,
} from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';

import { connectLive } from './live.ts';
import { clearSession, logOut } from './log-out.ts';
import { queryClient } from './query-client.ts';
import {
  checkFirstSession,
  sessionQuery,
  takeSignOutReason,
  useSession,
  verifySession,
} from './session.ts';
import { visit } from './site.ts';

function Status() {
  const { isLoggedIn, username, email, userRights, permissions } = useSession();
  return <p>{JSON.stringify({ isLoggedIn, username, email, userRights, permissions })}</p>;
}

const status = () => JSON.parse(screen.getByText(/isLoggedIn/).textContent ?? '') as unknown;

const loggedOut = { isLoggedIn: false, username: '', email: '', userRights: 0, permissions: [] };

test('a session check that is answered after logging out does not log in again', async () => {
  const held = hold<'GET /auth/verify'>();
  render(<Status />, { as: 'player', answers: { 'GET /auth/verify': held.answer } });
  const late = verifySession().catch(() => {});
  clearSession();
  held.give(testPlayer);
  await late;
  await expect.poll(status).toEqual(loggedOut);
});

test('logging out forgets the data of the player, but not the public data', async () => {
  render(<Status />, { as: 'player' });
  queryClient.setQueryData(['me', 'GET /api/shop/mine', {}], 'private');
  queryClient.setQueryData(['polls', 'GET /api/polls', {}], 'public');
  clearSession();
  expect(queryClient.getQueryData(['me', 'GET /api/shop/mine', {}])).toBeUndefined();
  expect(queryClient.getQueryData(['polls', 'GET /api/polls', {}])).toBe('public');
  await expect.poll(status).toEqual(loggedOut);
});

test('without a session cookie the first check asks nothing', async () => {
  await checkFirstSession();
  render(<Status />);
  expect(status()).toEqual(loggedOut);
  expect(requests('GET /auth/verify')).toEqual([]);
});

test('with a session cookie the first check asks who it is', async () => {
  visit.hasSessionCookie = true;
  const user = { ...testPlayer, user_rights: 2, permissions: ['news' as const] };
  answer({ 'GET /auth/verify': user });
  await checkFirstSession();
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(user);
});

test('a failed check counts as logged out and is not repeated', async () => {
  visit.hasSessionCookie = true;
  answer({ 'GET /auth/verify': noConnection });
  await checkFirstSession();
  render(<Status />);
  expect(status()).toEqual(loggedOut);
  expect(requests('GET /auth/verify')).toHaveLength(1);
});

test('the reason of a ban is told once', async () => {
  answer({ 'GET /auth/verify': refuse('accounts/banned', 'Banned until Friday.') });
  expect(await verifySession()).toBeNull();
  expect(takeSignOutReason()).toEqual({ text: 'Banned until Friday.', isBan: true });
  expect(takeSignOutReason()).toBeUndefined();
});

test('an ended session is told once, but not after logging out', async () => {
  const ended = refuse('access/login-required', 'Please log in.');
  answer({ 'GET /auth/verify': inTurn(testPlayer, ended, testPlayer, ended) });
  answer({ 'POST /auth/logout': undefined });
  await verifySession();
  await verifySession();
  expect(takeSignOutReason()).toEqual({
    text: 'Your session has ended. Please log in again.',
    isBan: false,
  });
  await verifySession();
  await logOut(async () => void (await verifySession()));
  expect(takeSignOutReason()).toBeUndefined();
});

test('logging out leaves the page, then forgets the player and opens a stream without their topic', async () => {
  answer({ 'GET /auth/verify': testPlayer, 'POST /auth/logout': noConnection });
  await verifySession();
  const opened = streams.length;
  let leftWith: unknown;
  await logOut(async () => {
    leftWith = queryClient.getQueryData(sessionQuery.queryKey);
  });
  expect(leftWith).toEqual(testPlayer);
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(streams.length).toBe(opened + 1);
});

test('a verified session is asked for again each time', async () => {
  answer({ 'GET /auth/verify': inTurn(testPlayer, { ...testPlayer, wyncoins: 3 }) });
  await verifySession();
  expect((await verifySession())?.wyncoins).toBe(3);
});

// Other tests of this worker may have used the stream before, so its first position is not known, and a
// topic may be invalidated up to half a second late.
test('a message of the live stream refreshes the queries of its topic alone', async () => {
  const isStale = (topic: string) => queryClient.getQueryState([topic, 'x'])?.isInvalidated;
  connectLive();
  queryClient.setQueryData(['polls', 'x'], 1);
  queryClient.setQueryData(['news', 'x'], 1);
  streams[0]?.send('change', { topic: 'polls' }, 'a-2');
  await expect.poll(() => isStale('polls')).toBe(true);
  expect(isStale('news')).toBe(false);
  connectLive();
  expect(streams[0]?.readyState).toBe(2);
  expect(streams[1]?.url).toBe('/api/live?topics=all&seen=a-2');
  streams[1]?.send('resync', {}, 'b-7');
  await expect.poll(() => isStale('news')).toBe(true);
  connectLive();
  expect(streams[2]?.url).toBe('/api/live?topics=all&seen=b-7');
});
