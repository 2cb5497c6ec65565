import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import { testAdmin, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { InboxSettings, ListedThread, Thread } from '#shared/endpoints/inbox.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { AdminInboxPage } from './admin-inbox-page.tsx';

const settings: InboxSettings = {
  categories: ['Something else'],
  answers: [{ name: 'Thanks', text: 'Hello {player}, {staff} looks at “{subject}” {soon}.' }],
  appealDays: 30,
  keepDays: 365,
};

const listed: ListedThread = {
  id: 7,
  kind: 'help',
  subject: 'Purchase 1042: Lantern',
  state: 'open',
  createdAt: '2026-11-10T08:00:00.000Z',
  lastMessageAt: '2026-11-10T09:30:00.000Z',
  waitingSince: '2026-11-10T09:00:00.000Z',
  isUnread: false,
  isAccepted: null,
  player: 'Wicker',
  priority: 'urgent',
  assignee: null,
  category: '',
};

const other = {
  id: 12,
  kind: 'question' as const,
  subject: 'Where is the key?',
  state: 'waiting' as const,
  createdAt: '2026-11-08T08:00:00.000Z',
  lastMessageAt: '2026-11-09T08:00:00.000Z',
  isUnread: false,
  isAccepted: null,
};

const message = { id: 1, at: listed.createdAt, author: 'Wicker', pictures: [] };

const thread: Thread = {
  ...listed,
  version: 4,
  messages: [
    { ...message, isStaff: false, isNote: false, text: 'It never came.' },
    { ...message, id: 2, author: 'Raven', isStaff: true, isNote: true, text: 'Looks right.' },
  ],
  about: { kind: 'purchase', id: '1042' },
  sanction: null,
  refusal: null,
  decidedBy: null,
  isBlocked: false,
  userRights: 0,
  joinedAt: '2025-03-04T05:06:07.000Z',
  others: [other],
  staff: ['Elder', 'Raven'],
};

const appeal: Thread = {
  ...thread,
  kind: 'appeal',
  subject: 'Appeal of a ban',
  about: null,
  sanction: {
    kind: 'ban',
    reason: 'Sold a lantern twice',
    issuedBy: 'Raven',
    issuedAt: '2026-11-01T10:00:00.000Z',
    expiresAt: null,
    isInForce: true,
  },
};

const player = {
  username: 'Wicker',
  userRights: 0,
  version: 3,
  ban: null,
  mute: null,
  isOwn: false,
} as ManagedUser;
const purchases = { purchases: [], page: 1, pages: 1, total: 0, totals: null };

const queue = 'GET /api/admin/inbox';
const send = 'POST /api/admin/inbox/{id}/messages';
const update = 'PATCH /api/admin/inbox/{id}';
const decide = 'POST /api/admin/inbox/{id}/decision';

const answers = (given: Thread, more: Answers = {}): Answers => ({
  [queue]: { threads: [listed], page: 1, pages: 1, total: 1 },
  'GET /api/admin/inbox/{id}': given,
  'GET /api/admin/inbox/settings': settings,
  'GET /api/admin/users/{username}': player,
  'GET /api/admin/purchases': purchases,
  ...more,
});

async function open(given: Thread = thread, more: Answers = {}, as: SessionUser = testAdmin) {
  const address = `/admin/inbox?thread=${given.id}`;
  const view = await renderScreen(<AdminInboxPage />, {
    address,
    as,
    answers: answers(given, more),
  });
  await screen.findByRole('heading', { name: given.subject });
  return view;
}

const staffWith = (...permissions: StaffPermission[]): SessionUser => ({
  ...testPlayer,
  user_rights: 2,
  permissions,
});

testStates('the queue of the inbox', {
  path: '/admin/inbox',
  as: 'admin',
  route: queue,
  loading: 'Loading the inbox...',
  error: 'The inbox could not be loaded',
  ready: [{ threads: [], page: 1, pages: 1, total: 0 }, 'No thread matches these filters.'],
});

testStates('a thread of the inbox', {
  path: '/admin/inbox?thread=7',
  as: 'admin',
  route: 'GET /api/admin/inbox/{id}',
  loading: 'Loading the thread...',
  error: 'The thread could not be loaded',
  ready: [thread, 'It never came.'],
  missing: 'This thread no longer exists.',
});

test('the queue shows what is new, urgent and how long it waits, and its filters are in the address', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-10T12:05:00.000Z'), toFake: ['Date'] });
  const waiting = {
    ...listed,
    id: 8,
    state: 'waiting' as const,
    subject: 'Lost key',
    assignee: 'Raven',
  };
  const { user, router } = await renderScreen(<AdminInboxPage />, {
    address: '/admin/inbox?player=wick&page=2',
    as: 'admin',
    answers: {
      [queue]: { threads: [{ ...listed, isUnread: true }, waiting], page: 2, pages: 3, total: 60 },
    },
  });
  const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await screen.findByText('Lost key');
  expect(texts()).toEqual([
    'Purchase 1042: Lantern New UrgentHelp by WickerUnanswered for 3 hours 5 minutes',
    'Lost key  UrgentHelp by Wicker · RavenWaiting for the player',
  ]);
  screen.getByText('Page 2 of 3');
  expect(requests(queue)[0]?.query).toEqual({ state: 'active', player: 'wick', page: '2' });
  await user.selectOptions(screen.getByLabelText('State'), 'Closed');
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Me');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Appeal');
  await expect
    .poll(() => requests(queue).at(-1)?.query)
    .toEqual({ state: 'closed', kind: 'appeal', assigned: 'me', player: 'wick', page: '1' });
  expect(router.latestLocation.search).toMatchObject({ state: 'closed', kind: 'appeal' });
});

test('an unread thread is marked as read when it is opened, and not in the background', async () => {
  const mark = 'PUT /api/admin/inbox/{id}/read';
  const visible = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { unmount } = await open({ ...thread, isUnread: true }, { [mark]: undefined });
  expect(requests(mark)).toEqual([]);
  unmount();
  visible.mockReturnValue(false);
  await open({ ...thread, isUnread: true, id: 9, subject: 'Seen now' });
  expect(requests(mark).map(({ params }) => params)).toEqual([{ id: '9' }]);
});

test('a canned answer is filled in and added to the text, and sending can close the thread', async () => {
  const { user } = await open(thread, { [send]: undefined });
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Answer/);
  await user.fill(field, 'Hm.');
  await screen.findByText('Thanks');
  await user.selectOptions(screen.getByLabelText('Canned answer'), 'Thanks');
  const text = 'Hm.\n\nHello Wicker, Elder looks at “Purchase 1042: Lantern” {soon}.';
  expect(field.value).toBe(text);
  await user.click(screen.getByRole('button', { name: 'Send and Close' }));
  await screen.findByText('Sent.');
  expect(requests(send).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '7' }, body: { text, pictures: [], isNote: false, close: true, version: 4 } },
  ]);
  expect(field.value).toBe('');
});

test('a note is not an answer and does not close the thread', async () => {
  const { user } = await open(thread, { [send]: undefined });
  await user.click(screen.getByLabelText('Note for the staff'));
  expect(screen.queryByRole('button', { name: 'Send and Close' })).toBeNull();
  await user.fill(screen.getByLabelText(/^Note$/), 'Ask Raven.');
  await user.click(screen.getByRole('button', { name: 'Save Note' }));
  await screen.findByText('Note saved.');
  expect(requests(send)[0]?.body).toEqual({
    text: 'Ask Raven.',
    pictures: [],
    isNote: true,
    close: false,
    version: 4,
  });
});

test('an answer to an older version is refused, keeps its text and can be sent after a look at the new one', async () => {
  let current = thread;
  const { user } = await open(thread, {
    'GET /api/admin/inbox/{id}': () => current,
    [send]: ({ body }) =>
      (body as Thread).version === current.version
        ? undefined
        : refuse('inbox/outdated', 'Someone has written meanwhile. Read it, then send again.'),
  });
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Answer/);
  await user.fill(field, 'Sent again.');
  const late = { ...thread.messages[0]!, id: 3, text: 'I have it now.' };
  current = { ...thread, version: 5, messages: [...thread.messages, late] };
  // The new message is already on the screen, but came after the first keystroke.
  answer({ [update]: undefined });
  await user.click(screen.getByRole('button', { name: 'Assign to Me' }));
  await screen.findByText('I have it now.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Someone has written meanwhile. Read it, then send again.');
  expect(field.value).toBe('Sent again.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Sent.');
  expect(requests(send).map(({ body }) => (body as Thread).version)).toEqual([4, 5]);
});

test('a thread is assigned, prioritised, closed and reopened', async () => {
  const { user, unmount } = await open(thread, { [update]: undefined });
  await user.selectOptions(
    screen.getByLabelText('Assigned to', { selector: 'section select' }),
    'Raven',
  );
  await user.selectOptions(screen.getByLabelText('Priority'), 'Low');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('Closed.');
  unmount();
  await (
    await open({ ...thread, state: 'closed', assignee: 'Gone', id: 9, subject: 'Done' })
  ).user.click(screen.getByRole('button', { name: 'Reopen' }));
  await screen.findByText('Reopened.');
  expect(requests(update).map(({ body }) => body)).toEqual([
    { assignee: 'Raven', version: 4 },
    { priority: 'low', version: 4 },
    { state: 'closed', version: 4 },
    { state: 'open', version: 4 },
  ]);
  // An assignee who has lost the permission is still named.
  screen.getByRole('option', { name: 'Gone', selected: true });
});

test('a thread is merged into another one of the player, which is opened', async () => {
  const merge = 'POST /api/admin/inbox/{id}/merge';
  const closed = { ...other, id: 13, subject: 'An old one', state: 'closed' as const };
  const { user, router } = await open(
    { ...thread, others: [other, closed] },
    { [merge]: undefined },
  );
  expect(screen.queryByText('Merge Into “An old one”')).toBeNull();
  await user.click(screen.getByText('Merge Into “Where is the key?”'));
  await user.click(await screen.findByText('Merge'));
  await expect.poll(() => router.latestLocation.search).toEqual({ thread: 12 });
  expect(requests(merge)).toMatchObject([{ params: { id: '7' }, body: { into: 12, version: 4 } }]);
});

test('a player is blocked from the inbox after a question, and the block ends', async () => {
  const block = 'PUT /api/admin/inbox/{id}/block';
  const { user, unmount } = await open(thread, { [block]: undefined });
  await user.click(screen.getByText('Block From the Inbox'));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByText('Block From the Inbox'));
  await screen.findByText('Wicker is blocked from the inbox.');
  unmount();
  const blocked = await open({ ...thread, isBlocked: true, id: 9, subject: 'Blocked' });
  screen.getByText(/^Wicker is blocked: /);
  await blocked.user.click(screen.getByText('End the Block'));
  await blocked.user.click(
    within(await screen.findByRole('alertdialog')).getByText('End the Block'),
  );
  await screen.findByText('Wicker can write again.');
  expect(requests(block).map(({ body }) => body)).toEqual([
    { isBlocked: true },
    { isBlocked: false },
  ]);
});

test('an appeal is refused with a reason only', async () => {
  const { user } = await open(appeal, { [decide]: undefined });
  screen.getByText('Sold a lantern twice');
  screen.getByText('Permanent');
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  await screen.findByText('Enter a reason.');
  await user.fill(dialog.getByLabelText('Reason'), 'It was twice.');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  await screen.findByText('Refused.');
  expect(requests(decide).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '7' }, body: { isAccepted: false, reason: 'It was twice.', version: 4 } },
  ]);
});

test('an appeal is accepted without a reason, and a decision on an older version is told', async () => {
  let current = appeal;
  const { user } = await open(appeal, {
    'GET /api/admin/inbox/{id}': () => current,
    [decide]: ({ body }) => {
      if ((body as Thread).version === 5) return undefined;
      current = { ...appeal, version: 5 };
      return refuse('inbox/outdated', 'Wicker has written meanwhile.');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Accept and Lift' }));
  const accept = within(screen.getByRole('dialog')).getByRole('button', {
    name: 'Accept and Lift',
  });
  await user.click(accept);
  await user.click(within(await screen.findByRole('alertdialog')).getByText('OK'));
  await user.click(accept);
  await screen.findByText('Accepted and lifted.');
  expect(requests(decide).map(({ body }) => body)).toEqual([
    { isAccepted: true, reason: '', version: 4 },
    { isAccepted: true, reason: '', version: 5 },
  ]);
});

test('staff who may not decide read why, and a decided appeal has neither form nor buttons', async () => {
  const refusal = 'You gave this ban. Someone else decides.';
  const { unmount } = await open({ ...appeal, refusal });
  screen.getByText(refusal);
  const offered = (names: string[]) =>
    names.filter((name) => screen.queryByRole('button', { name }));
  // Only a decision closes an appeal.
  const undecided = ['Refuse', 'Answer', 'Close', 'Send', 'Send and Close'];
  expect(offered(undecided)).toEqual(['Answer', 'Send']);
  unmount();
  await open({
    ...appeal,
    id: 9,
    subject: 'Decided',
    state: 'closed',
    isAccepted: false,
    decidedBy: 'Ada',
  });
  screen.getByText('Refused by Ada.');
  expect(offered([...undecided, 'Reopen'])).toEqual([]);
});

test.each<[string, SessionUser, string[]]>([
  [
    'an admin',
    testAdmin,
    ['Settings', 'Manage', 'Mute and Ban', 'Adjust Balance', 'Last Purchases'],
  ],
  ['staff who may sanction', staffWith('inbox', 'players'), ['Manage', 'Mute and Ban']],
  ['staff of the shop', staffWith('inbox', 'shop'), ['Last Purchases']],
  ['staff of the inbox', staffWith('inbox'), []],
])('%s sees beside a thread what is open to them', async (_, as, shown) => {
  await open(thread, {}, as);
  const aside = screen.getByLabelText('Player', { selector: 'aside' });
  expect(aside.textContent).toContain('RankPlayerRegistered4 Mar 2025');
  if (shown.includes('Mute and Ban')) await screen.findByText('Mute and Ban');
  const read = (route: 'GET /api/admin/users/{username}' | 'GET /api/admin/purchases') =>
    requests(route).length > 0;
  expect(read('GET /api/admin/users/{username}')).toBe(shown.includes('Mute and Ban'));
  expect(read('GET /api/admin/purchases')).toBe(shown.includes('Last Purchases'));
  const all = [
    'Settings',
    'Manage',
    'Mute and Ban',
    'Adjust Balance',
    'Last Purchases',
    'Show All',
  ];
  expect(all.filter((text) => screen.queryByText(text))).toEqual(shown.length === 5 ? all : shown);
});

test.each([
  ['an admin', 3, []],
  ['an equal', 2, []],
  ['a lower rank', 1, ['Mute and Ban']],
])('staff beside a thread of %s (%d) can choose %j', async (_, userRights, shown) => {
  const managed = { ...player, userRights };
  const answered = { 'GET /api/admin/users/{username}': managed };
  await open({ ...thread, userRights }, answered, staffWith('inbox', 'players'));
  const aside = screen.getByLabelText('Player', { selector: 'aside' });
  // The first child is the player; the second is the skeleton at first.
  const headings = () =>
    [...aside.children].slice(1).map((part) => part.querySelector('h2, h3')?.textContent);
  await expect.poll(headings).toEqual(shown);
});

test('the keys choose a thread, answer, assign and close, but not in a field', async () => {
  const { user } = await renderPage('/admin/inbox', {
    as: 'admin',
    answers: answers(thread, { [update]: undefined }),
  });
  await screen.findByText(listed.subject);
  await user.keyboard('j{Enter}');
  await screen.findByText('It never came.');
  await user.keyboard('a');
  await screen.findByText('Assigned.');
  await user.keyboard('r');
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Answer/);
  expect(document.activeElement).toBe(field);
  await user.keyboard('car');
  expect(field.value).toBe('car');
  field.blur();
  await user.keyboard('c');
  await screen.findByText('Closed.');
  expect(requests(update).map(({ body }) => body)).toEqual([
    { assignee: 'Elder', version: 4 },
    { state: 'closed', version: 4 },
  ]);
});

test.each<[Thread['about'], string | null]>([
  [{ kind: 'player', id: 'Ash' }, '/admin/manage/Ash'],
  [{ kind: 'gift', id: '31' }, '/admin/shop-logs?view=purchases&id=31'],
  [{ kind: 'order', id: '32' }, '/admin/shop-logs?view=top-ups&id=32'],
  [{ kind: 'event', id: '33' }, null],
  [null, null],
])('a thread about %o links to %s', async (about, href) => {
  const { unmount } = await open({ ...thread, about });
  const link = () => screen.queryByText('Show Record')?.getAttribute('href') ?? null;
  expect(link()).toBe(href);
  unmount();
  await open({ ...thread, id: 9, about }, {}, staffWith('inbox'));
  expect(link()).toBeNull();
});
