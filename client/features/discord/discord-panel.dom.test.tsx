import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';

import { DiscordPanel } from './discord-panel.tsx';

const read = 'GET /api/discord/link';
const start = 'POST /api/discord/link';
const unlink = 'DELETE /api/discord/link';
const free = { isAvailable: true, name: null };
const linked = { isAvailable: true, name: 'lantern' };

function open(answers: Answers, hash = '') {
  return renderScreen(<DiscordPanel />, {
    address: `/profile/settings${hash}`,
    as: 'player',
    answers: { 'GET /auth/verify': testPlayer, ...answers },
  });
}

test('a player goes to Discord to agree', async () => {
  // The test's browser can only go to another part of the same page.
  const { user } = await open({ [read]: free, [start]: { url: '#at-discord' } });
  await user.click(await screen.findByText('Link Discord'));
  await waitFor(() => expect(window.location.hash).toBe('#at-discord'));
});

test.each([
  ['#discord-taken', 'That Discord account is linked to another player.'],
  ['#discord-canceled', 'Discord was not linked, because you did not agree.'],
  ['#discord-failed', 'Discord could not be linked. Please try again.'],
])('a player who comes back with %s is told why', async (hash, text) => {
  await open({ [read]: free }, hash);
  await screen.findByText(text);
});

test('a linked account is named, and can be unlinked after a question', async () => {
  const { user } = await open({
    [read]: () => (requests(unlink).length > 0 ? free : linked),
    [unlink]: undefined,
  });
  await screen.findByText('lantern');
  await user.click(screen.getByText('Unlink'));
  await screen.findByText('Unlink lantern? Your roles at Discord are taken back.');
  expect(requests(unlink)).toEqual([]);
  await user.click(screen.getAllByText('Unlink').at(-1)!);
  await screen.findByText('Link Discord');
});

test('a site without an app at Discord still shows a linked account', async () => {
  await open({ [read]: { isAvailable: false, name: 'lantern' } });
  await screen.findByText('lantern');
});

test('a site without an app at Discord shows nothing to others', async () => {
  await open({ [read]: { isAvailable: false, name: null } });
  await waitFor(() => expect(requests(read)).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Discord')).toBeNull();
});

test('a linked account has no problem left, and stays after Cancel', async () => {
  const { user } = await open({ [read]: linked }, '#discord-taken');
  await user.click(await screen.findByText('Unlink'));
  await user.click(await screen.findByText('Cancel'));
  expect(requests(unlink)).toEqual([]);
  expect(screen.queryByText('That Discord account is linked to another player.')).toBeNull();
  screen.getByText('lantern');
});
