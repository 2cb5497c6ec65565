import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { answer, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';

import { CoinsPanel } from './coins-forms.tsx';
import { DataPanel } from './data-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SanctionDialog } from './sanction-dialog.tsx';
import { SanctionsPanel } from './sanctions-panel.tsx';

// The panels read only these.
const user = { username: 'Marrow', version: 8, isWalletFrozen: false } as ManagedUser;

const adjust = 'POST /api/admin/users/{username}/coins';
const sanction = 'PUT /api/admin/users/{username}/sanctions/{kind}';

beforeEach(() => {
  answer({ [adjust]: { balance: 3 }, [sanction]: undefined });
});

type Body = { key: string };
const keys = () => requests(adjust).map(({ body }) => (body as Body).key);

async function give(view: ReturnType<typeof render>, amount: string, confirm: string) {
  const field = screen.getByLabelText('Testcoins');
  await view.user.clear(field);
  await view.user.type(field, amount);
  const reason = screen.getByLabelText('Reason');
  await view.user.clear(reason);
  await view.user.fill(reason, 'Prize');
  await view.user.click(screen.getByText('Adjust'));
  await view.user.click(await screen.findByText(confirm));
}

test('the warning of a frozen wallet is part of the form, with its gaps', () => {
  render(<CoinsPanel user={{ ...user, isWalletFrozen: true }} />, { as: 'admin' });
  const form = screen.getByLabelText('Testcoins').closest('form')!;
  within(form).getByText(/^The wallet is frozen/);
});

test('two adjustments of a balance have different keys', async () => {
  const view = render(<CoinsPanel user={user} />, { as: 'admin' });
  await give(view, '250', 'Give');
  await screen.findByText('Marrow received 250 Testcoins.');
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe(''));
  await give(view, '-1', 'Take');
  await screen.findByText('1 Testcoin were taken from Marrow.');
  expect(requests(adjust).map(({ params, body }) => ({ params, body }))).toEqual(
    [250, -1].map((amount) => ({
      params: { username: 'Marrow' },
      body: { amount, reason: 'Prize', key: expect.any(String), version: 8 },
    })),
  );
  expect(new Set(keys()).size).toBe(2);
});

test('an adjustment without an answer keeps its key and its fields', async () => {
  answer({ [adjust]: noConnection });
  const view = render(<CoinsPanel user={user} />, { as: 'admin' });
  await give(view, '250', 'Give');
  await view.user.click(await screen.findByText('OK'));
  answer({ [adjust]: { balance: 3 } });
  await view.user.click(screen.getByText('Adjust'));
  await view.user.click(await screen.findByText('Give'));
  await screen.findByText('Marrow received 250 Testcoins.');
  expect(new Set(keys()).size).toBe(1);
});

async function openSanction(kind: 'ban' | 'mute', length: string) {
  const onClose = vi.fn();
  const view = render(<SanctionDialog kind={kind} players={[user]} onClose={onClose} />, {
    as: 'admin',
  });
  await view.user.fill(screen.getByLabelText('Reason'), 'Spam');
  await view.user.selectOptions(screen.getByLabelText('Duration'), length);
  return { ...view, onClose };
}

test('a ban until a date is sent in UTC', async () => {
  const { user: admin, onClose } = await openSanction('ban', 'Until a date…');
  await admin.click(screen.getByText('Ban Marrow', { selector: 'button' }));
  await screen.findByText('Choose an end date.');
  await admin.type(screen.getByLabelText(/^Until/), '2199-01-05T20:15');
  await admin.click(screen.getByText('Ban Marrow', { selector: 'button' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [sent] = requests(sanction);
  expect(sent?.params).toEqual({ username: 'Marrow', kind: 'ban' });
  // The tests run in New York, five hours behind UTC in winter.
  expect(sent?.body).toEqual({
    reason: 'Spam',
    expiresAt: '2199-01-06T01:15:00.000Z',
    version: 8,
  });
});

test('a permanent mute has no end', async () => {
  const { user: admin } = await openSanction('mute', 'Permanent');
  await admin.click(screen.getByText('Mute Marrow', { selector: 'button' }));
  await screen.findByText('Marrow is muted.');
  expect(requests(sanction)[0]).toMatchObject({
    params: { kind: 'mute' },
    body: { expiresAt: null },
  });
});

test('a ban for a week ends in a week', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 30, 12), toFake: ['Date'] });
  const { user: admin } = await openSanction('ban', '1 week');
  await admin.click(screen.getByText('Ban Marrow', { selector: 'button' }));
  await screen.findByText('Marrow is banned.');
  expect(requests(sanction)[0]?.body).toMatchObject({ expiresAt: '2026-11-06T12:00:00.000Z' });
});

test('several players are muted in one request, and those who could not be are named', async () => {
  const mute = 'POST /api/admin/sanctions/{kind}';
  const error = 'Someone else changed this player.';
  answer({
    [mute]: {
      results: [
        { id: 'Marrow', error: null },
        { id: 'Ash', error },
      ],
    },
  });
  const players = [user, { ...user, username: 'Ash', version: 2 }];
  const view = render(<SanctionDialog kind="mute" players={players} onClose={() => {}} />, {
    as: 'admin',
  });
  screen.getByText('Marrow, Ash');
  await view.user.fill(screen.getByLabelText('Reason'), 'Spam');
  await view.user.selectOptions(screen.getByLabelText('Duration'), 'Permanent');
  await view.user.click(screen.getByText('Mute 2 Players', { selector: 'button' }));
  const alert = await screen.findByText(/^1 muted, 1 could not be:/);
  expect(alert.textContent).toContain(`Ash: ${error}`);
  expect(requests(mute)).toMatchObject([
    {
      params: { kind: 'mute' },
      body: {
        players: [
          { username: 'Marrow', version: 8 },
          { username: 'Ash', version: 2 },
        ],
        reason: 'Spam',
        expiresAt: null,
      },
    },
  ]);
});

test('a preset fills in the amount, and the reason is next', async () => {
  const view = render(<CoinsPanel user={user} />, { as: 'admin' });
  await view.user.click(screen.getByText('+500'));
  expect(screen.getByLabelText<HTMLInputElement>('Testcoins').value).toBe('500');
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
});

const changeRights = 'PUT /api/admin/users/{username}/rights';
const player = { ...user, userRights: 0, permissions: [], communityManager: false } as ManagedUser;

/** Saves, and returns what is asked and whether the answer is a red button. */
async function saveRights(view: ReturnType<typeof render>) {
  await view.user.click(screen.getByRole('button', { name: 'Save Rights' }));
  const dialog = await screen.findByRole('alertdialog');
  const button = within(dialog).getByRole('button', { name: 'Save Rights' });
  const asked = { text: dialog.textContent, isRed: /danger/.test(button.className) };
  await view.user.click(button);
  await screen.findByText('The rights of Marrow are saved.');
  return asked;
}

test('a rank and permissions are one question and one request, and a promotion is not red', async () => {
  answer({ [changeRights]: undefined });
  const view = render(<RightsPanel user={player} />, { as: 'admin' });
  expect(screen.queryByLabelText('News')).toBeNull();
  await view.user.click(screen.getByRole('radio', { name: /^Player moderator/ }));
  await view.user.click(screen.getByLabelText('News'));
  await view.user.click(screen.getByLabelText('Polls'));
  const { text, isRed } = await saveRights(view);
  expect(text).toContain(
    'Make Marrow a player moderator? They are a player now. They get: News, Polls. They will be signed out and have to log in again.',
  );
  expect(isRed).toBe(false);
  expect(requests(changeRights).map(({ body }) => body)).toEqual([
    { rights: 1, permissions: ['news', 'polls'], version: 8 },
  ]);
});

test('a demotion is red and names what is lost', async () => {
  answer({ [changeRights]: undefined });
  const given = { permission: 'shop' as const, givenBy: 'Ada', givenAt: '2026-01-02T03:04:05Z' };
  const staff = { ...player, userRights: 2, permissions: [given] };
  const view = render(<RightsPanel user={staff} />, { as: 'admin' });
  expect(screen.getByLabelText<HTMLInputElement>('Events').disabled).toBe(true);
  await view.user.click(screen.getByRole('radio', { name: /^Player(?! mod)/ }));
  const { text, isRed } = await saveRights(view);
  expect(text).toContain('Make Marrow a player? They are staff now. They lose: Shop.');
  expect(text).not.toContain('signed out');
  expect(isRed).toBe(true);
  expect(requests(changeRights)[0]?.body).toEqual({ rights: 0, permissions: [], version: 8 });
});

test.each<[string, Partial<ManagedUser>, string[]]>([
  ['a player', {}, ['Download Data', 'Delete Account']],
  [
    'a player who leaves',
    { deleteAfter: '2026-12-01T00:00:00Z' },
    ['Download Data', 'Keep the Account'],
  ],
  ['the own account', { isOwn: true }, ['Download Data']],
  ['the last admin', { isLastAdmin: true }, ['Download Data']],
])('the data of %s: what is offered', (_, change, names) => {
  render(<DataPanel user={{ ...user, deleteAfter: null, ...change }} />, { as: 'admin' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

test.each<[string, Partial<ManagedUser>, string[]]>([
  ['a player', {}, ['Ban', 'Mute']],
  ['the last admin', { isLastAdmin: true }, ['Mute']],
  ['the own account', { isOwn: true }, []],
])('the sanctions of %s: what can be chosen', (_, change, names) => {
  const given = { ...player, ban: null, mute: null, ...change };
  render(<SanctionsPanel user={given} />, { as: 'admin' });
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Ban', 'Mute']);
  expect(buttons.filter(({ disabled }) => !disabled).map((one) => one.textContent)).toEqual(names);
});

test.each<[string, Partial<ManagedUser>, string | null]>([
  ['a player', {}, null],
  ['the own account', { isOwn: true }, 'You cannot change your own rights. Ask another admin.'],
  ['the last admin', { isOwn: true, isLastAdmin: true }, 'There must always be one admin.'],
])('the rank of %s: whether it can be changed', (_, change, reason) => {
  render(<RightsPanel user={{ ...player, ...change }} />, { as: 'admin' });
  const ranks = screen.getAllByRole<HTMLInputElement>('radio');
  expect(ranks.map(({ disabled }) => disabled)).toEqual(Array<boolean>(4).fill(reason !== null));
  const reasons = screen.queryAllByText(/^You cannot change|^There must always/);
  expect(reasons.map(({ textContent }) => textContent)).toEqual(reason === null ? [] : [reason]);
});
