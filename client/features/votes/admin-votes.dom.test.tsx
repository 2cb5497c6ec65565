import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { LoggedCallback, ManagedVoteList, VoteRules } from '#shared/endpoints/votes.ts';

import { managedVotesQuery } from './admin-votes.queries.ts';

const rules: VoteRules = {
  streakDays: 7,
  coins: 200,
  shopItemId: null,
  prize: 'A banner',
  tellGames: true,
};

testStates('the lists for admins', {
  path: '/admin/votes',
  as: 'admin',
  route: 'GET /api/admin/votes',
  loading: 'Loading lists...',
  error: 'The lists could not be loaded',
  ready: [{ lists: [], rules, items: [], days: [] }, 'No lists yet'],
});

const list: ManagedVoteList = {
  id: 4,
  version: 2,
  name: 'Lantern List',
  link: 'https://list.test/{token}',
  tokenParameter: 'userid',
  successParameter: 'voted',
  successValue: '1',
  tokenAlphabet: 'digits',
  tokenLength: 39,
  intervalHours: 12,
  method: 'POST',
  senders: ['10.0.0.1', 'list.test'],
  coins: 50,
  shopItemId: 9,
  isOn: true,
  itemName: 'Lamp',
  callbackUrl: 'https://site.test/api/votes/callback/4/s3cret',
  votes30Days: 71,
};

const refused: LoggedCallback = {
  id: 31,
  at: '2026-11-18T05:00:00.000Z',
  list: 'Lantern List',
  reason: 'foreign-sender',
  sender: '192.0.2.4',
  player: 'Juniper',
  canRetry: true,
};

function open(address: string, answers: object = {}) {
  return renderPage(address, {
    as: 'admin',
    answers: {
      'GET /api/admin/votes': { lists: [list], rules, items: [{ id: 9, name: 'Lamp' }], days: [] },
      'GET /api/admin/votes/callbacks': { callbacks: [refused], page: 1, pages: 1, total: 1 },
      ...answers,
    },
  });
}

test('a refused callback can be rewarded from the log', async () => {
  const retry = 'POST /api/admin/votes/callbacks/{id}/retry';
  const { user } = await open('/admin/votes', { [retry]: { reason: 'rewarded' } });
  await screen.findByText('Foreign sender');
  await user.click(screen.getByLabelText('Reward the vote of Juniper'));
  await screen.findByText('Reward this vote of Juniper after all?');
  await user.click(screen.getAllByText('Reward').at(-1)!);
  await screen.findByText('The vote was rewarded.');
  expect(requests(retry).map(({ params }) => params)).toEqual([{ id: '31' }]);
});

test('only a callback that can be tried again has the button, and what came of it is said', async () => {
  const retry = 'POST /api/admin/votes/callbacks/{id}/retry';
  const callbacks: LoggedCallback[] = [
    refused,
    { ...refused, id: 32, reason: 'unknown-token', player: null, canRetry: false },
    { ...refused, id: 33, reason: 'rewarded', player: 'Rook', canRetry: false },
  ];
  const { user } = await open('/admin/votes', {
    'GET /api/admin/votes/callbacks': { callbacks, page: 1, pages: 2, total: 23 },
    [retry]: { reason: 'too-early' },
  });
  const table = await screen.findByRole('table', { name: 'Callbacks' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(1).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Lantern List', 'Foreign sender', 'Juniper', '192.0.2.4', 'Reward'],
    ['Lantern List', 'Unknown token', '–', '192.0.2.4', ''],
    ['Lantern List', 'Rewarded', 'Rook', '192.0.2.4', ''],
  ]);
  await user.click(screen.getByText('Reward', { selector: 'button' }));
  await user.click(screen.getAllByText('Reward').at(-1)!);
  await screen.findByText('Not rewarded: Too early.');
  await user.click(within(screen.getByRole('navigation', { name: 'Callbacks' })).getByText('Next'));
  await expect
    .poll(() => requests('GET /api/admin/votes/callbacks').at(-1)?.query)
    .toEqual({ page: '2' });
});

test('a list is switched off whole, deleted, and shows what it gives', async () => {
  const save = 'PUT /api/admin/votes/lists/{id}';
  const remove = 'DELETE /api/admin/votes/lists/{id}';
  const other = { ...list, id: 5, name: 'Other List', isOn: false, coins: 0, itemName: 'Robe' };
  const { user } = await open('/admin/votes', {
    'GET /api/admin/votes': {
      lists: [list, other],
      rules,
      items: [{ id: 9, name: 'Lamp' }],
      days: [],
    },
    [save]: list,
    [remove]: undefined,
  });
  const table = await screen.findByRole('table', { name: 'Lists' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 4).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Lantern List', '50 Testcoins and Lamp', '12 hours', '71'],
    ['Other List', 'Robe', '12 hours', '71'],
  ]);
  const [first, second] = ['Lantern List is on', 'Other List is on'].map((name) =>
    screen.getByRole('switch', { name }),
  );
  expect(first?.getAttribute('aria-checked')).toBe('true');
  expect(second?.getAttribute('aria-checked')).toBe('false');
  await user.click(first!);
  await expect.poll(() => requests(save)).toHaveLength(1);
  expect(requests(save)[0]).toMatchObject({
    params: { id: '4' },
    body: { version: 2, isOn: false, coins: 50, shopItemId: 9, senders: list.senders },
  });
  await user.click(screen.getByLabelText('Delete Other List'));
  await screen.findByText(/^Delete the list “Other List”\?/);
  await user.click(screen.getByText('Cancel'));
  await user.click(screen.getByLabelText('Delete Other List'));
  await user.click(await screen.findByText('Delete'));
  await screen.findByText('List deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '5' }]);
});

test('the rules are sent whole, and an empty field is nothing', async () => {
  const save = 'PUT /api/admin/votes/rules';
  const { user } = await open('/admin/votes', { [save]: rules });
  const panel = within(await screen.findByRole('region', { name: 'Streak and Prize' }));
  expect(panel.getByLabelText<HTMLInputElement>(/^Tell the games/).checked).toBe(true);
  await user.click(panel.getByText('Save'));
  await expect.poll(() => requests(save)).toHaveLength(1);
  await user.clear(panel.getByLabelText(/^Days in a row/));
  await user.clear(panel.getByLabelText('Reward in Testcoins'));
  await user.selectOptions(panel.getByLabelText(/^Reward from the store/), 'Lamp');
  await user.click(panel.getByLabelText(/^Tell the games/));
  await user.click(panel.getByText('Save'));
  await expect.poll(() => requests(save)).toHaveLength(2);
  expect(requests(save).map(({ body }) => body)).toEqual([
    rules,
    { streakDays: 0, coins: 0, shopItemId: 9, prize: 'A banner', tellGames: false },
  ]);
  const changed = { lists: [list], rules: { ...rules, prize: 'A crown' }, items: [], days: [] };
  act(() => void queryClient.setQueryData(managedVotesQuery.queryKey, changed));
  await screen.findByDisplayValue('A crown');
});

test('a copy is a new list, and is opened for its callback address', async () => {
  const create = 'POST /api/admin/votes/lists';
  const off = { ...list, isOn: false, shopItemId: null, itemName: null };
  const { user, router } = await open('/admin/votes?copy=4', {
    'GET /api/admin/votes': () => ({
      lists: requests(create).length > 0 ? [off, { ...off, id: 11 }] : [off],
      rules,
      items: [],
      days: [],
    }),
    [create]: { ...off, id: 11 },
  });
  await screen.findByText('New List from a Copy');
  expect(screen.queryByText('Callback Address')).toBeNull();
  expect(screen.queryByLabelText('Start from')).toBeNull();
  await user.click(screen.getByText('Save List'));
  await screen.findByText('“Lantern List” is saved. Now give the list its callback address.');
  const { id: _, version: _v, itemName: _i, callbackUrl: _c, votes30Days: _d, ...draft } = off;
  expect(requests(create).map(({ body }) => body)).toEqual([draft]);
  expect(router.state.location.search).toMatchObject({ edit: 11 });
});

test('a callback address that is lost or not secret any more is made again', async () => {
  const secret = 'POST /api/admin/votes/lists/{id}/secret';
  const test = 'POST /api/admin/votes/lists/{id}/test';
  const { user } = await open('/admin/votes?edit=4', {
    'GET /api/admin/votes': {
      lists: [{ ...list, callbackUrl: null, isOn: false }],
      rules,
      items: [],
      days: [],
    },
    [secret]: list,
    [test]: { reason: 'test' },
  });
  await screen.findByText(/so the old address is lost/);
  expect(screen.getByLabelText<HTMLInputElement>(/^On/).checked).toBe(false);
  await user.click(screen.getByText('New Address'));
  await screen.findByText(/^Give Lantern List a new callback address\? The old one stops/);
  await user.click(screen.getAllByText('New Address').at(-1)!);
  await screen.findByText('The list has a new callback address.');
  await user.click(screen.getByText('Send a Test Callback'));
  await screen.findByText('The test callback was understood. It gave no reward.');
  expect([...requests(secret), ...requests(test)].map(({ params }) => params)).toEqual([
    { id: '4' },
    { id: '4' },
  ]);
});

test('the editor shows the callback address, and a test says what came of it', async () => {
  const send = 'POST /api/admin/votes/lists/{id}/test';
  const { user } = await open('/admin/votes?edit=4', { [send]: { reason: 'list-off' } });
  await screen.findByText(list.callbackUrl);
  await user.click(screen.getByText('Send a Test Callback'));
  await screen.findByText('The test callback was refused: List is off.');
});

test('an edited list is sent whole', async () => {
  const save = 'PUT /api/admin/votes/lists/{id}';
  const { user } = await open('/admin/votes?edit=4', { [save]: list });
  const coins = await screen.findByLabelText('Reward in Testcoins');
  await user.clear(coins);
  await user.type(coins, '75');
  await user.click(screen.getByText('Save List'));
  await screen.findByText('“Lantern List” is saved.');
  const { id: _id, itemName: _item, callbackUrl: _url, votes30Days: _votes, ...sent } = list;
  expect(requests(save)[0]?.body).toEqual({ ...sent, coins: 75 });
});

test('a preset fills in the fields and says what the owner must replace', async () => {
  const { user } = await open('/admin/votes?edit=new');
  await user.selectOptions(await screen.findByLabelText('Start from'), 'TopG');
  expect(screen.getByLabelText<HTMLInputElement>('Allowed senders').value).toBe('monitor.topg.org');
  await user.click(screen.getByText('Save List'));
  await screen.findByText('Replace {category} with your value on this list.');
  expect(requests('POST /api/admin/votes/lists')).toEqual([]);
});

test('the votes are drawn by day with their sum, and a log without callbacks says how to get one', async () => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const days = [
    { day: '2026-11-17', votes: 3 },
    { day: '2026-11-18', votes: 4 },
  ];
  await open('/admin/votes', {
    'GET /api/admin/votes': { lists: [list], rules, items: [], days },
    'GET /api/admin/votes/callbacks': { callbacks: [], page: 1, pages: 0, total: 0 },
  });
  const chart = await screen.findByLabelText('Votes of the last 2 days: 7.');
  expect(chart.closest('figure')?.textContent).toBe('18 Nov 2026Votes4');
  await screen.findByText(/^No list has called yet\./);
  for (const [name, address] of [
    ['Lantern List', '/admin/votes?edit=4'],
    ['Edit Lantern List', '/admin/votes?edit=4'],
  ] as const) {
    const link = screen.queryByLabelText(name) ?? screen.getByText(name);
    expect(link.closest('a')?.getAttribute('href')).toBe(address);
  }
});

test('a change of another admin does not change what a list is saved on, but a new address does', async () => {
  const save = 'PUT /api/admin/votes/lists/{id}';
  const secret = 'POST /api/admin/votes/lists/{id}/secret';
  const read = 'GET /api/admin/votes';
  const lists = (version: number) => ({
    lists: [{ ...list, version, coins: version * 100 }],
    rules,
    items: [],
    days: [],
  });
  const { user } = await open('/admin/votes?edit=4', {
    [save]: refuse('admin/outdated', 'Someone else changed this list.'),
    [secret]: { ...list, version: 3 },
  });
  await screen.findByText(list.callbackUrl);
  answer({ [read]: lists(3) });
  await user.click(screen.getByText('New Address'));
  await user.click(screen.getAllByText('New Address').at(-1)!);
  await screen.findByText('The list has a new callback address.');
  await user.click(screen.getByText('Save List'));
  await screen.findByText('Someone else changed this list.');
  act(() => void queryClient.setQueryData(managedVotesQuery.queryKey, lists(4)));
  // Another admin saved in between: the new address is not the next version.
  answer({ [read]: lists(5), [secret]: { ...list, version: 5 } });
  await user.click(screen.getByText('New Address'));
  await user.click(screen.getAllByText('New Address').at(-1)!);
  await expect.poll(() => requests(secret)).toHaveLength(2);
  await expect.poll(() => requests(read).length).toBeGreaterThan(2);
  await user.click(screen.getByText('Save List'));
  await expect.poll(() => requests(save)).toHaveLength(2);
  expect(requests(save).map(({ body }) => body)).toMatchObject([
    { version: 3, coins: 50 },
    { version: 3, coins: 50 },
  ]);
});
