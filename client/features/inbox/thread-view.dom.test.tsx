import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { InboxSettings, Thread } from '#shared/endpoints/inbox.ts';

import { inboxSearch } from './inbox-search.ts';
import { QueueFilters } from './thread-queue.tsx';
import { ThreadView } from './thread-view.tsx';

const times = {
  createdAt: '2026-11-16T09:00:00.000Z',
  lastMessageAt: '2026-11-17T10:00:00.000Z',
};
const listed = {
  ...times,
  kind: 'question',
  state: 'open',
  isUnread: false,
  isAccepted: null,
} as const;
const thread: Thread = {
  ...listed,
  id: 7,
  subject: 'A well',
  category: 'The game',
  player: 'Ada',
  userRights: 0,
  assignee: null,
  priority: 'normal',
  waitingSince: times.createdAt,
  joinedAt: times.createdAt,
  version: 3,
  decidedBy: null,
  messages: [],
  about: null,
  sanction: null,
  refusal: null,
  isBlocked: false,
  others: [
    { ...listed, id: 8, subject: 'Another well' },
    { ...listed, id: 9, subject: 'An old well', state: 'closed' },
    { ...listed, id: 10, subject: 'Appeal of a mute', kind: 'appeal' },
  ],
  staff: [],
};

const settings: InboxSettings = { categories: [], answers: [], appealDays: 30, keepDays: 90 };

/** The button brings the next version, as a live update does. */
function Screen({ change }: { change: Partial<Thread> }) {
  const [version, setVersion] = useState(thread.version);
  return (
    <>
      <button onClick={() => setVersion(version + 1)}>A message arrives</button>
      <ThreadView thread={{ ...thread, ...change, version }} />
    </>
  );
}

function open(change: Partial<Thread> = {}, answers = {}) {
  return renderScreen(<Screen change={change} />, {
    address: '/admin/inbox',
    as: 'admin',
    answers: { 'GET /api/admin/inbox/settings': settings, ...answers },
  });
}

test('an answer is for the version that was shown when it was begun, the next one for the latest', async () => {
  const route = 'POST /api/admin/inbox/{id}/messages';
  const { user } = await open({}, { [route]: undefined });
  const field = await screen.findByLabelText('Answer');
  await user.fill(field, 'It is');
  await user.click(screen.getByText('A message arrives'));
  await user.fill(field, ' dry.');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Sent.');
  await user.fill(field, 'Again.');
  await user.click(screen.getByText('Send'));
  await expect.poll(() => requests(route)).toHaveLength(2);
  const answer = { isNote: false, close: false, pictures: [] };
  expect(requests(route).map(({ body }) => body)).toEqual([
    { ...answer, text: 'It is dry.', version: 3 },
    { ...answer, text: 'Again.', version: 4 },
  ]);
});

test('a decision is for the version that was shown when its dialog was opened', async () => {
  const route = 'POST /api/admin/inbox/{id}/decision';
  const sanction = {
    kind: 'ban',
    reason: 'Sold a well twice',
    issuedBy: 'Raven',
    issuedAt: '2026-11-01T10:00:00.000Z',
    expiresAt: null,
    isInForce: true,
  } as const;
  const outdated = refuse('inbox/outdated', 'Ash has written meanwhile.');
  const { user } = await open(
    { kind: 'appeal', sanction },
    { [route]: inTurn(outdated, undefined) },
  );
  await user.click(await screen.findByText('Refuse'));
  await user.fill(screen.getByLabelText('Reason'), 'It was twice.');
  await user.click(screen.getByText('A message arrives'));
  const send = () => user.click(screen.getAllByText('Refuse').at(-1)!);
  await send();
  await screen.findByText('Ash has written meanwhile.');
  await user.click(screen.getByText('OK'));
  await send();
  await screen.findByText('Refused.');
  const decision = { isAccepted: false, reason: 'It was twice.' };
  expect(requests(route).map(({ body }) => body)).toEqual([
    { ...decision, version: 3 },
    { ...decision, version: 4 },
  ]);
});

test.each<[string, Partial<Thread>, string[]]>([
  ['an open thread', {}, ['Merge Into “Another well”']],
  ['a closed thread', { state: 'closed' }, []],
  ['an appeal', { kind: 'appeal' }, []],
])('%s can be merged only into open threads that are no appeals', async (_, change, names) => {
  const { user } = await open(change);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await screen.findByText('Block From the Inbox');
  expect(screen.queryAllByText(/^Merge Into/).map(({ textContent }) => textContent)).toEqual(names);
});

test('staff of the shop is led to purchases, but neither to payments nor to players', async () => {
  const records = [
    { kind: 'player', id: 'Ash' },
    { kind: 'order', id: '30' },
    { kind: 'purchase', id: '31' },
  ] as const;
  const threads = records.map((about) => (
    <ThreadView key={about.id} thread={{ ...thread, about }} />
  ));
  await renderScreen(threads, {
    address: '/admin/inbox',
    as: { ...testPlayer, user_rights: 1, permissions: ['inbox', 'shop'] },
    answers: { 'GET /api/admin/inbox/settings': settings },
  });
  const links = await screen.findAllByText('Show Record');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/shop-logs?view=purchases&id=31',
  ]);
});

test('a filter of the queue leaves the thread open', async () => {
  const search = inboxSearch.read({ thread: '7', page: '2' });
  const { user, router } = await renderScreen(<QueueFilters search={search} />, {
    address: '/admin/inbox?thread=7&page=2',
    as: 'admin',
  });
  await user.selectOptions(screen.getByLabelText('State'), 'Closed');
  const parameter = (name: string) =>
    new URLSearchParams(router.latestLocation.searchStr).get(name);
  await expect.poll(() => parameter('state')).toBe('closed');
  expect([parameter('thread'), parameter('page')]).toEqual(['7', null]);
});
