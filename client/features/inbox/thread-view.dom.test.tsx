import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type {
  InboxSettings,
  ListedThread,
  Thread,
  ThreadMessage,
} from '#shared/endpoints/inbox.ts';

import { inboxSearch } from './inbox-search.ts';
import { MessageList } from './message-list.tsx';
import { QueueFilters, ThreadQueue } from './thread-queue.tsx';
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

const messageRoute = 'POST /api/admin/inbox/{id}/messages';

test('after a note the next text is an answer again', async () => {
  const { user } = await open({}, { [messageRoute]: undefined });
  const note = screen.getByLabelText<HTMLInputElement>('Note for the staff');
  await user.click(note);
  await user.fill(screen.getByLabelText('Note'), 'Ask Raven.');
  await user.click(screen.getByText('Save Note'));
  await screen.findByText('Note saved.');
  await expect.poll(() => note.checked).toBe(false);
  await user.fill(screen.getByLabelText('Answer'), 'It is dry.');
  await user.click(screen.getByText('Send'));
  await expect.poll(() => requests(messageRoute)).toHaveLength(2);
  expect(requests(messageRoute)[1]?.body).toMatchObject({ isNote: false, text: 'It is dry.' });
});

test('a canned answer begins an empty text, and the player and the subject are filled in', async () => {
  const answers = [
    { name: 'Thanks', text: 'Thanks, {player}.' },
    { name: 'Bye', text: '{staff} closes “{subject}”.' },
  ];
  const route = 'GET /api/admin/inbox/settings';
  const { user } = await open({}, { [route]: { ...settings, answers } });
  await user.selectOptions(screen.getByLabelText('Canned answer'), await screen.findByText('Bye'));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Answer');
  expect(field.value).toBe('Elder closes “A well”.');
  expect(document.activeElement).toBe(field);
});

test('a thread is given back, and who has it is not offered it', async () => {
  const update = 'PATCH /api/admin/inbox/{id}';
  const { user } = await open({ assignee: 'Elder', staff: ['Elder'] }, { [update]: undefined });
  expect(screen.queryByText('Assign to Me')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Nobody');
  await screen.findByText('Assigned.');
  expect(requests(update).map(({ body }) => body)).toEqual([{ assignee: null, version: 3 }]);
});

test('a merge that is not confirmed neither sends anything nor leaves the thread', async () => {
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(screen.getByText('Merge Into “Another well”'));
  await screen.findByText(/^Merge this thread into “Another well”\?/);
  await user.click(screen.getByText('Cancel'));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(router.latestLocation.href).toBe('/admin/inbox');
});

const appealed = {
  kind: 'mute',
  reason: 'Sold a well twice',
  issuedBy: 'Raven',
  issuedAt: '2026-11-01T15:00:00.000Z',
  expiresAt: '2026-12-24T17:00:00.000Z',
  isInForce: false,
} as const;

test('an appeal says what it is about, and who has decided it', async () => {
  const { unmount } = await open({
    kind: 'appeal',
    sanction: appealed,
    state: 'closed',
    isAccepted: true,
  });
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['By', 'Raven'],
    ['Since', '1 Nov 2026, 10:00'],
    ['Until', '24 Dec 2026, 12:00'],
    ['State', 'No longer in force'],
  ]);
  screen.getByRole('heading', { name: 'Mute' });
  screen.getByText('Accepted by a deleted account.');
  unmount();
  await open({ kind: 'appeal', sanction: { ...appealed, kind: 'ban', isInForce: true } });
  screen.getByRole('heading', { name: 'Ban' });
  expect(screen.queryByText('No longer in force')).toBeNull();
  screen.getByText('Accept and Lift');
});

test('an appeal that was closed without a decision cannot be decided', async () => {
  await open({ kind: 'appeal', sanction: appealed, state: 'closed' });
  await screen.findByText('Sold a well twice');
  expect(screen.queryByText('Accept and Lift')).toBeNull();
  expect(screen.queryByText('Refuse')).toBeNull();
});

test('a thread has its category, or its kind without one, and its state', async () => {
  const { unmount } = await open({ state: 'waiting' });
  screen.getByText('The game');
  screen.getByText('Waiting for the player');
  expect(screen.queryByText('Question')).toBeNull();
  unmount();
  await open({ category: '', kind: 'report' });
  screen.getByText('Report');
});

test.each<[string, Partial<ThreadMessage>, RegExp]>([
  ['a player', {}, /^Ada17 Nov/],
  ['a deleted player', { author: '' }, /^Deleted account17 Nov/],
  ['the staff', { isStaff: true }, /^AdaStaff · 17 Nov/],
  ['staff without a name', { isStaff: true, author: '' }, /^The staff17 Nov/],
  ['a note', { isStaff: true, isNote: true }, /^AdaNote for the Staff17 Nov/],
])('a message of %s says who wrote it', (_, change, text) => {
  const message = {
    id: 1,
    at: '2026-11-17T15:00:00.000Z',
    author: 'Ada',
    isStaff: false,
    isNote: false,
    text: 'Hm.',
    pictures: [],
  };
  render(<MessageList messages={[{ ...message, ...change }]} />);
  expect(screen.getByRole('listitem').textContent).toMatch(text);
});

test('the queue marks the open thread, and a thread that came just now waits for a minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-17T10:00:00.000Z'), toFake: ['Date'] });
  const threads: ListedThread[] = [
    { ...thread, waitingSince: '2026-11-17T10:00:09.000Z' },
    { ...thread, id: 8, subject: 'A key', state: 'closed', kind: 'report' },
  ];
  await renderScreen(<ThreadQueue search={inboxSearch.read({ thread: '8', kind: 'report' })} />, {
    address: '/admin/inbox',
    as: 'admin',
    answers: { 'GET /api/admin/inbox': { threads, page: 1, pages: 1, total: 2 } },
  });
  const link = await screen.findByText('A key');
  expect(link.getAttribute('aria-current')).toBe('true');
  const other = screen.getByText('A well');
  expect(other.getAttribute('aria-current')).toBeNull();
  // The filters stay.
  expect(other.getAttribute('href')).toMatch(/kind=report.*thread=7|thread=7.*kind=report/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Question by AdaUnanswered for 1 minute$/),
    expect.stringMatching(/Report by AdaClosed$/),
  ]);
});
