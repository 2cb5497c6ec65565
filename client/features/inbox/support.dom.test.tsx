import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import { answer, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type {
  OwnThread,
  OwnThreadDetails,
  Support,
  ThreadMessage,
} from '#shared/endpoints/inbox.ts';

const list = 'GET /api/support';
const one = 'GET /api/support/threads/{id}';
const open = 'POST /api/support/threads';
const reply = 'POST /api/support/threads/{id}/messages';
const replyToAppeal = 'POST /api/support/appeals/{id}/messages';
const markRead = 'PUT /api/support/threads/{id}/read';

const nothing: Support = {
  threads: [],
  categories: ['The game', 'Something else'],
  isBlocked: false,
  sanctions: 0,
};
const thread: OwnThread = {
  id: 7,
  kind: 'help',
  subject: 'Purchase 1042: Lantern',
  state: 'waiting',
  createdAt: '2026-11-16T09:00:00.000Z',
  lastMessageAt: '2026-11-17T10:00:00.000Z',
  isUnread: true,
  isAccepted: null,
};
const asked: ThreadMessage = {
  id: 1,
  at: '2026-11-16T09:00:00.000Z',
  author: 'Marrow',
  isStaff: false,
  isNote: false,
  text: 'It is <b>not</b> in my bank.',
  pictures: [],
};
const picture = { url: '/media/a', width: 800, height: 600, src: '/media/a-800', srcset: '' };
const answered = { ...asked, id: 2, author: 'Elder', isStaff: true, text: 'Look again.' };
const details: OwnThreadDetails = { ...thread, messages: [asked, answered] };

const read = { ...thread, isUnread: false };

function show(address: string, answers: Parameters<typeof answer>[0]) {
  return renderPage(address, { as: 'player', answers: { [list]: nothing, ...answers } });
}

function showThread(change: Partial<OwnThreadDetails>, support: Partial<Support> = {}) {
  const answers = { [list]: { ...nothing, ...support }, [one]: { ...details, ...read, ...change } };
  return show('/support?thread=7', answers);
}

testStates('the support page', {
  path: '/support',
  as: 'player',
  route: list,
  loading: 'Loading your messages...',
  error: 'Your messages could not be loaded',
  ready: [nothing, 'Nothing written yet'],
});

testStates('a thread', {
  path: '/support?thread=7',
  as: 'player',
  answers: { [list]: nothing },
  route: one,
  loading: 'Loading the conversation...',
  error: 'This conversation could not be loaded',
  ready: [{ ...details, ...read }, 'Look again.'],
  missing: 'This conversation is not here',
});

test('a visitor is sent to the login and comes back to the form about the record', async () => {
  const { router } = await renderPage('/support?about=player:Ada');
  await expect.poll(() => router.latestLocation.pathname).toBe('/login');
  expect(router.latestLocation.search).toEqual({ redirect: '/support?about=player%3AAda' });
});

test('each thread has its state, and a mark while its answer is unread', async () => {
  const decided = { kind: 'appeal', state: 'closed', isUnread: false } as const;
  await show('/support', {
    [list]: {
      ...nothing,
      threads: [
        thread,
        { ...read, id: 8, subject: 'Sent', state: 'open' },
        { ...read, id: 9, subject: 'Done', state: 'closed' },
        { ...thread, ...decided, id: 10, subject: 'Yes', isAccepted: true },
        { ...thread, ...decided, id: 11, subject: 'No', isAccepted: false },
      ],
    },
  });
  const link = await screen.findByText('Purchase 1042: Lantern');
  expect(link.getAttribute('href')).toBe('/support?thread=7');
  const lineOf = (subject: string) => screen.getByText(subject).closest('li')!;
  const chips = (subject: string) =>
    ['New Answer', 'With the Staff', 'Waiting for You', 'Closed', 'Accepted', 'Refused'].filter(
      (text) => within(lineOf(subject)).queryByText(text),
    );
  expect(chips('Purchase 1042: Lantern')).toEqual(['New Answer', 'Waiting for You']);
  expect(chips('Sent')).toEqual(['With the Staff']);
  expect(chips('Done')).toEqual(['Closed']);
  expect(chips('Yes')).toEqual(['Accepted']);
  expect(chips('No')).toEqual(['Refused']);
});

test('a question is sent with its category and subject, and opens its thread', async () => {
  const { user, router } = await show('/support', {
    [open]: inTurn(
      refuse('request/invalid', 'Check the fields.', { subject: 'Enter a subject.' }),
      {
        id: 7,
      },
    ),
    [one]: { ...details, ...read },
  });
  await user.click(await screen.findByText('Send'));
  await screen.findByText('Enter a message.');
  expect(requests(open)).toEqual([]);
  await user.fill(screen.getByLabelText('What happened?'), '  Where is the well?  ');
  await user.selectOptions(screen.getByLabelText('Category'), 'Something else');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Enter a subject.');
  const subject = screen.getByLabelText('Subject');
  expect(document.activeElement).toBe(subject);
  await user.fill(subject, 'The well');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Look again.');
  expect(router.latestLocation.href).toBe('/support?thread=7');
  expect(requests(open)[1]?.body).toEqual({
    about: null,
    category: 'Something else',
    subject: 'The well',
    text: 'Where is the well?',
    pictures: [],
  });
});

test.each([
  ['player:Iron Ada', 'Report a Player', 'the player Iron Ada'],
  ['event:12', 'Report an Event', 'event 12'],
  ['gift:3', 'Report a Gift Note', 'the note of gift 3'],
  ['purchase:1042', 'Get Help With a Purchase', 'purchase 1042'],
  ['order:0123456789ab', 'Get Help With a Top-up', 'top-up 01234567'],
])('the form about %s says which record is attached and sends it', async (about, title, text) => {
  const { user } = await show(`/support?about=${encodeURIComponent(about)}`, {
    [open]: { id: 7 },
    [one]: { ...details, ...read },
  });
  await screen.findByText(title);
  screen.getByText(`Your message goes to the staff together with ${text}.`);
  expect(screen.queryByLabelText('Subject')).toBeNull();
  await user.fill(screen.getByLabelText('What happened?'), 'Look at this.');
  await user.click(screen.getByText('Send'));
  const [kind, id] = about.split(':');
  const body = { about: { kind, id }, category: '', subject: '', text: 'Look at this.' };
  await expect.poll(() => requests(open)[0]?.body).toEqual({ ...body, pictures: [] });
});

test('an unknown kind of record opens the general form', async () => {
  await show('/support?about=castle:1', {});
  await screen.findByText('Ask the Staff');
});

test.each([
  ['inbox/too-many', 'You have ten open threads. Close one first.'],
  ['inbox/blocked', 'The staff has blocked you.'],
] as const)('a refusal (%s) is shown and the text is kept', async (code, text) => {
  const { user } = await show('/support?about=order:5', { [open]: refuse(code, text) });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('What happened?');
  await user.fill(field, 'Not paid.');
  await user.click(screen.getByText('Send'));
  await screen.findByText(text);
  expect(field.value).toBe('Not paid.');
});

test('a player who is blocked reads the messages but has no form', async () => {
  await showThread({}, { isBlocked: true });
  await screen.findByText('You cannot write to the staff');
  screen.getByText('Look again.');
  expect(screen.queryByLabelText('Your reply')).toBeNull();
});

test('a blocked player has no form for a new question', async () => {
  await show('/support', { [list]: { ...nothing, isBlocked: true } });
  await screen.findByText('You cannot write to the staff');
  expect(screen.queryByLabelText('What happened?')).toBeNull();
});

test('opening a thread marks it as read, and takes the mark away', async () => {
  const isRead = () => requests(markRead).length > 0;
  const lines = () => ({ ...nothing, threads: [isRead() ? read : thread] });
  const { user } = await show('/support', {
    [list]: lines,
    [one]: () => ({ ...details, isUnread: !isRead() }),
    [markRead]: undefined,
  });
  await screen.findByText('New Answer');
  await user.click(screen.getByText('Purchase 1042: Lantern'));
  await screen.findByText('Look again.');
  await expect.poll(() => requests(markRead)[0]?.params).toEqual({ id: '7' });
  await user.click(screen.getByText('All Messages'));
  await screen.findByText('Your Messages');
  await expect.poll(() => screen.queryByText('New Answer')).toBeNull();
});

test('a thread that was read is not marked again', async () => {
  await showThread({});
  await screen.findByText('Look again.');
  expect(requests(markRead)).toEqual([]);
});

test('texts are shown as they were written, with pictures that open in full', async () => {
  await showThread({ messages: [{ ...asked, pictures: [picture] }, answered] });
  await screen.findByText('It is <b>not</b> in my bank.');
  const thumbnail = screen.getByAltText('Picture 1 of 1, opens in a new tab');
  expect(thumbnail.closest('a')!.getAttribute('href')).toBe('/media/a-800');
  expect(screen.getByText('Look again.').closest('li')!.textContent).toMatch(/^ElderStaff · /);
});

test('a reply is sent, the form is emptied and the thread is read again', async () => {
  const { user } = await showThread({});
  answer({ [reply]: undefined });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply');
  expect(screen.queryByText('This is closed. If you write, it opens again.')).toBeNull();
  await user.fill(field, 'Found it.');
  answer({ [one]: { ...details, ...read, messages: [{ ...asked, text: 'Found it!' }] } });
  await user.click(screen.getByText('Send'));
  await screen.findByText('Found it!');
  expect(requests(reply)[0]).toMatchObject({
    params: { id: '7' },
    body: { text: 'Found it.', pictures: [] },
  });
  expect(field.value).toBe('');
});

test('an answer of the staff appears without a reload', async () => {
  await showThread({ messages: [asked] });
  await screen.findByText(asked.text);
  answer({ [one]: { ...details, ...read } });
  streams.at(-1)!.send('change', { topic: 'me' });
  await screen.findByText('Look again.');
});

test('a closed thread says that writing opens it again', async () => {
  await showThread({ state: 'closed' });
  await screen.findByText('This is closed. If you write, it opens again.');
});

test('an appeal is answered at its own address, until it is decided', async () => {
  const { user } = await showThread({ kind: 'appeal' });
  answer({ [replyToAppeal]: undefined });
  await user.fill(await screen.findByLabelText('Your reply'), 'Please.');
  answer({ [one]: { ...details, ...read, kind: 'appeal', state: 'closed', isAccepted: false } });
  await user.click(screen.getByText('Send'));
  await screen.findByText('The staff has decided. Nothing more can be written here.');
  expect(requests(replyToAppeal)[0]?.params).toEqual({ id: '7' });
  expect(screen.queryByLabelText('Your reply')).toBeNull();
});

test('a ban or mute in force leads to the page for appeals', async () => {
  await show('/support', { [list]: { ...nothing, sanctions: 1 } });
  const link = await screen.findByText('Appeal');
  expect(link.getAttribute('href')).toBe('/support/appeal');
});

/** Answers each upload with the next picture; jsdom's request would use the network. */
class FakeUpload extends EventTarget {
  static sent: string[] = [];
  readonly upload = new EventTarget();
  status = 200;
  response: unknown;
  open(method: string, path: string): void {
    FakeUpload.sent.push(`${method} ${path}`);
  }
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    const hash = String(FakeUpload.sent.length).repeat(32);
    this.response = { ...picture, url: `/media/${hash}` };
    this.dispatchEvent(new Event('load'));
  }
}

test('up to four pictures are uploaded, can be removed, and are sent', async () => {
  FakeUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const { user } = await showThread({});
  answer({ [reply]: undefined });
  const field = await screen.findByLabelText('Your reply');
  await user.fill(field, 'See these.');
  const file = new File(['bytes'], 'a.png', { type: 'image/png' });
  for (const index of [1, 2, 3]) {
    await user.upload(screen.getByLabelText('Picture file'), file);
    await screen.findByAltText(`Picture ${index}`);
  }
  const paste = () => fireEvent.paste(field, { clipboardData: { files: [file] } });
  paste();
  await screen.findByAltText('Picture 4');
  paste();
  fireEvent.drop(field, { dataTransfer: { files: [file] } });
  await expect.poll(() => screen.queryByRole('progressbar')).toBeNull();
  expect(FakeUpload.sent).toEqual(Array.from({ length: 4 }, () => 'POST /api/support/pictures'));
  expect(screen.queryByText('Add a Picture')).toBeNull();
  await user.click(screen.getByLabelText('Remove picture 2'));
  screen.getByText('Add a Picture');
  await user.click(screen.getByText('Send'));
  const pictures = [1, 3, 4].map((digit) => `/media/${String(digit).repeat(32)}`);
  await expect.poll(() => requests(reply)[0]?.body).toEqual({ text: 'See these.', pictures });
  await expect.poll(() => screen.queryByAltText('Picture 1')).toBeNull();
});

test('a message waits for a picture that is still being uploaded', async () => {
  class SlowUpload extends FakeUpload {
    static last: SlowUpload;
    override send(): void {
      SlowUpload.last = this;
    }
  }
  vi.stubGlobal('XMLHttpRequest', SlowUpload);
  const { user } = await showThread({});
  answer({ [reply]: undefined });
  const field = await screen.findByLabelText('Your reply');
  await user.fill(field, 'See this.');
  const file = new File(['bytes'], 'a.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Picture file'), file);
  const send = screen.getByText('Send').closest('button')!;
  await expect.poll(() => send.disabled).toBe(true);
  // Nor is a second picture sent meanwhile.
  const before = SlowUpload.last;
  fireEvent.paste(field, { clipboardData: { files: [file] } });
  expect(SlowUpload.last).toBe(before);
  const url = `/media/${'7'.repeat(32)}`;
  SlowUpload.last.response = { ...picture, url };
  act(() => void before.dispatchEvent(new Event('load')));
  await screen.findByAltText('Picture 1');
  await user.click(send);
  await expect.poll(() => requests(reply)[0]?.body).toMatchObject({ pictures: [url] });
});
