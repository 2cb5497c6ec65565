import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { LoggedCallback, ManagedVoteList, VoteRules } from '#shared/endpoints/votes.ts';

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
