import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import type { Route } from '#shared/api.ts';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';
import type { ManagedSanction, ManagedUser } from '#shared/endpoints/players.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';
import { ledgerKindNames } from '#shared/endpoints/wallet.ts';
import { daysUntilDeletion } from '#shared/rules/account-deletion.ts';

import { CoinsDialog, CoinsPanel } from './coins-forms.tsx';
import { DataPanel } from './data-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { GamePanel } from './game-panel.tsx';
import { HiscoresPanel } from './hiscores-panel.tsx';
import { InfractionsPanel } from './infractions-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { NamePanel } from './player-name-panel.tsx';
import { PlayerSessionsPanel } from './player-sessions-panel.tsx';
import { PurchaseActions, PurchasesPanel } from './purchases-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SanctionDialog } from './sanction-dialog.tsx';
import { SanctionHistory, SanctionsPanel } from './sanctions-panel.tsx';
import { StatementPanel } from './statement-panel.tsx';

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
  // Later another admin chooses another rank.
  view.rerender(<RightsPanel user={{ ...player, userRights: 2, version: 10 }} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Staff/ }).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('News').checked).toBe(false);
  expect(screen.getByText<HTMLButtonElement>('Save Rights').disabled).toBe(true);
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

test('an adjustment that is not confirmed or is refused keeps its fields, and nothing else is sent', async () => {
  const view = render(<CoinsPanel user={user} />, { as: 'admin' });
  await give(view, '-400', 'Cancel');
  const isBusy = () => screen.getByText('Adjust').getAttribute('aria-busy');
  await expect.poll(isBusy).toBeNull();
  expect(requests(adjust)).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Testcoins').value).toBe('-400');
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Prize');
  answer({ [adjust]: refuse('wallet/insufficient', 'The balance is 3.') });
  await view.user.click(screen.getByText('Adjust'));
  await screen.findByText('Take 400 Testcoins from Marrow?');
  await view.user.click(screen.getByText('Take'));
  await screen.findByText('The balance is 3.');
  await view.user.click(screen.getByText('OK'));
  await expect.poll(isBusy).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Testcoins').value).toBe('-400');
  for (const amount of ['0', '1.5', '']) {
    const field = screen.getByLabelText('Testcoins');
    await view.user.clear(field);
    if (amount) await view.user.type(field, amount);
    await view.user.click(screen.getByText('Adjust'));
    expect(field.getAttribute('aria-invalid'), amount).toBe('true');
  }
  expect(requests(adjust)).toHaveLength(1);
});

test.each([
  [250, 'Give 250 Testcoins to Marrow', 'Give', 'Marrow received 250 Testcoins.'],
  [-30, 'Take 30 Testcoins from Marrow', 'Take', '30 Testcoins were taken from Marrow.'],
])(
  'the palette adjusts a balance by %d with a reason, once',
  async (amount, title, label, done) => {
    const onClose = vi.fn();
    answer({ [adjust]: noConnection });
    const rich = { ...user, wyncoins: 1700, isWalletFrozen: amount < 0 };
    const view = render(<CoinsDialog user={rich} amount={amount} onClose={onClose} />, {
      as: 'admin',
    });
    screen.getByText(title);
    screen.getByText('Marrow has 1,700 Testcoins.');
    expect(screen.queryByText(/^The wallet is frozen/) !== null).toBe(amount < 0);
    await view.user.fill(screen.getByLabelText('Reason'), 'Lost item');
    await view.user.click(screen.getByText(label));
    await view.user.click(await screen.findByText('OK'));
    expect(onClose).not.toHaveBeenCalled();
    answer({ [adjust]: { balance: 3 } });
    await view.user.click(screen.getByText(label));
    await screen.findByText(done);
    expect(onClose).toHaveBeenCalledOnce();
    const sent = requests(adjust).map(({ params, body }) => ({ params, body }));
    expect(sent).toEqual(
      [0, 1].map(() => ({
        params: { username: 'Marrow' },
        body: { amount, reason: 'Lost item', key: expect.any(String), version: 8 },
      })),
    );
    expect(new Set(keys()).size).toBe(1);
  },
);

const ban: ManagedSanction = {
  id: 3,
  kind: 'ban',
  reason: 'Botting',
  issuedAt: '2026-11-01T10:00:00.000Z',
  issuedBy: 'Ada',
  source: 'site',
  expiresAt: null,
  liftedAt: null,
  liftedBy: null,
};

test('a sanction is changed or lifted, each of its own kind', async () => {
  const lift = 'DELETE /api/admin/users/{username}/sanctions/{kind}';
  answer({ [lift]: undefined });
  const mute = { ...ban, id: 4, kind: 'mute', reason: 'Spam', expiresAt: '2199-01-06T01:15:00Z' };
  const given = { ...player, ban, mute } as ManagedUser;
  const view = render(<SanctionsPanel user={given} />, { as: 'admin' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Unban',
    'Change',
    'Unmute',
    'Change',
  ]);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Banned Botting.*by Ada · permanent/);
  expect(lines[1]).toMatch(/^Muted Spam.*by Ada · until /);
  await view.user.click(screen.getByText('Unmute'));
  await screen.findByText('Unmute Marrow?');
  await view.user.click(screen.getAllByText('Unmute').at(-1)!);
  await screen.findByText('Marrow is no longer muted.');
  await view.user.click(screen.getByText('Unban'));
  await view.user.click(screen.getAllByText('Unban').at(-1)!);
  await screen.findByText('Marrow is no longer banned.');
  expect(requests(lift).map(({ params, query }) => ({ params, query }))).toEqual(
    ['mute', 'ban'].map((kind) => ({
      params: { username: 'Marrow', kind },
      query: { version: '8' },
    })),
  );
  await view.user.click(screen.getAllByText('Change')[1]!);
  await screen.findByRole('dialog', { name: 'Mute Marrow' });
  await view.user.click(screen.getByText('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the history of sanctions says who gave and lifted each, and that others just ended', () => {
  const sanctions = [
    { ...ban, liftedAt: '2026-11-02T10:00:00.000Z', liftedBy: 'Bob' },
    { ...ban, id: 5, kind: 'mute', source: 'game', expiresAt: '2026-11-03T10:00:00.000Z' },
    { ...ban, id: 6, liftedAt: '2026-11-02T10:00:00.000Z', liftedBy: 'expiry' },
  ] as ManagedSanction[];
  const { unmount } = render(<SanctionHistory user={{ ...player, sanctions }} />, { as: 'admin' });
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Ban Botting.*by Ada · permanent · lifted .* by Bob$/);
  expect(lines[1]).toMatch(/^Mute Botting.*by Ada in the game · until [^·]*$/);
  expect(lines[2]).toMatch(/^Ban Botting.*by Ada · permanent$/);
  unmount();
  render(<SanctionHistory user={{ ...player, sanctions: [] }} />, { as: 'admin' });
  screen.getByText('No mutes or bans so far.');
});

test('a community manager is switched with the version that is shown', async () => {
  const route = 'PUT /api/admin/users/{username}/community-manager';
  answer({ [route]: undefined });
  const view = render(<RightsPanel user={{ ...player, communityManager: true }} />, {
    as: 'admin',
  });
  const toggle = screen.getByRole('switch');
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  await view.user.click(toggle);
  await screen.findByText('Marrow is no longer a community manager.');
  expect(requests(route).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { username: 'Marrow' }, body: { communityManager: false, version: 8 } },
  ]);
});

test('rights without a change cannot be saved, and a canceled question keeps what was chosen', async () => {
  const given = { permission: 'shop' as const, givenBy: null, givenAt: '2026-01-02T03:04:05Z' };
  const moderator = { ...player, userRights: 1, permissions: [given] };
  const view = render(<RightsPanel user={moderator} />, { as: 'admin' });
  const save = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save Rights' })[0]!;
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  expect(save().disabled).toBe(true);
  expect([box('Shop').checked, box('News').checked, box('Events').checked]).toEqual([
    true,
    false,
    false,
  ]);
  expect(box('Events').disabled).toBe(false);
  screen.getByText(/Given by an account that no longer exists/);
  await view.user.click(box('Shop'));
  expect(save().disabled).toBe(false);
  await view.user.click(box('Shop'));
  expect(save().disabled).toBe(true);
  await view.user.click(box('News'));
  await view.user.click(save());
  await screen.findByText(/^Change what Marrow may use\? They get: News\.$/);
  await view.user.click(screen.getByText('Cancel'));
  expect(box('News').checked).toBe(true);
  expect(requests(changeRights)).toEqual([]);
  // An admin may use everything: single permissions are not kept.
  await view.user.click(screen.getByRole('radio', { name: /^Admin/ }));
  screen.getByText('Admins may use everything.');
  answer({ [changeRights]: undefined });
  const { text, isRed } = await saveRights(view);
  expect(text).toContain(
    'Make Marrow an admin? They are a player moderator now. They lose: Shop. They will be signed out and have to log in again.',
  );
  expect(isRed).toBe(false);
  expect(requests(changeRights).map(({ body }) => body)).toEqual([
    { rights: 3, permissions: [], version: 8 },
  ]);
});

test('only a player in the game can be kicked, and a teleport goes where it says', async () => {
  const kick = 'POST /api/admin/users/{username}/kick';
  const teleport = 'POST /api/admin/users/{username}/teleport';
  answer({ [kick]: undefined, [teleport]: undefined });
  const { unmount } = render(<GamePanel user={{ ...user, isOnline: false }} />, { as: 'admin' });
  screen.getByText('Marrow does not seem to be in the game.');
  expect(screen.getByText<HTMLButtonElement>('Kick').disabled).toBe(true);
  unmount();
  const view = render(<GamePanel user={{ ...user, isOnline: true }} />, { as: 'admin' });
  screen.getByText('Marrow is in the game right now.');
  await view.user.click(screen.getByText('Kick'));
  await screen.findByText('Kick Marrow from the game?');
  await view.user.click(screen.getAllByText('Kick').at(-1)!);
  await screen.findByText('The kick command for Marrow was sent to the game.');
  await view.user.fill(screen.getByLabelText('X'), '3200');
  await view.user.click(screen.getByText('Teleport'));
  expect(screen.getByLabelText('Y').getAttribute('aria-invalid')).toBe('true');
  await view.user.fill(screen.getByLabelText('Y'), '3300');
  await view.user.click(screen.getByText('Teleport'));
  await screen.findByText('Teleport Marrow to 3200, 3300 at height 0?');
  await view.user.click(screen.getAllByText('Teleport').at(-1)!);
  await screen.findByText('The teleport command for Marrow was sent to the game.');
  const sent = [...requests(kick), ...requests(teleport)];
  expect(sent.map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { username: 'Marrow' }, body: { version: 8 } },
    { params: { username: 'Marrow' }, body: { x: 3200, y: 3300, height: 0, version: 8 } },
  ]);
});

test('a session is ended alone or with all others', async () => {
  const one = 'DELETE /api/admin/users/{username}/sessions/{id}';
  const all = 'DELETE /api/admin/users/{username}/sessions';
  answer({ [one]: undefined, [all]: undefined });
  const session = {
    id: 's1',
    device: 'Firefox on Linux',
    ip: '192.0.2.1',
    createdAt: '2026-11-01T10:00:00.000Z',
    lastSeenAt: '2026-11-02T10:00:00.000Z',
  };
  const sessions = [session, { ...session, id: 's2', device: 'Chrome on Android' }];
  const view = render(<PlayerSessionsPanel user={{ ...user, sessions }} />, {
    as: 'admin',
  });
  await view.user.click(screen.getByLabelText('Sign out Chrome on Android'));
  await screen.findByText('Sign Marrow out of Chrome on Android?');
  await view.user.click(screen.getAllByText('Sign Out').at(-1)!);
  await screen.findByText('Marrow is signed out of Chrome on Android.');
  await view.user.click(screen.getByText('Sign Out Everywhere'));
  await screen.findByText('Sign Marrow out everywhere?');
  await view.user.click(screen.getAllByText('Sign Out Everywhere').at(-1)!);
  await screen.findByText('Marrow is signed out everywhere.');
  const sent = [...requests(one), ...requests(all)];
  expect(sent.map(({ params, query }) => ({ params, query }))).toEqual([
    { params: { username: 'Marrow', id: 's2' }, query: { version: '8' } },
    { params: { username: 'Marrow' }, query: { version: '8' } },
  ]);
  view.rerender(<PlayerSessionsPanel user={{ ...user, sessions: [session] }} />);
  screen.getByText('Sign Out Everywhere');
  view.rerender(<PlayerSessionsPanel user={{ ...user, sessions: [] }} />);
  screen.getByText('Not signed in anywhere.');
  expect(screen.queryByText('Sign Out Everywhere')).toBeNull();
});

test('an account is deleted and kept with the version that is shown', async () => {
  const remove = 'POST /api/admin/users/{username}/deletion';
  const keep = 'DELETE /api/admin/users/{username}/deletion';
  answer({ [remove]: undefined, [keep]: undefined });
  const view = render(<DataPanel user={{ ...user, deleteAfter: null }} />, { as: 'admin' });
  await view.user.click(screen.getByText('Delete Account'));
  await screen.findByText(new RegExp(`^Delete the account of Marrow in ${daysUntilDeletion} days`));
  await view.user.click(screen.getAllByText('Delete Account').at(-1)!);
  await screen.findByText(`The account of Marrow will be deleted in ${daysUntilDeletion} days.`);
  view.rerender(<DataPanel user={{ ...user, version: 9, deleteAfter: '2026-12-01T17:00:00Z' }} />);
  screen.getByText(/^This account will be deleted on 1 Dec 2026/);
  await view.user.click(screen.getByText('Keep the Account'));
  await screen.findByText('The account of Marrow stays.');
  expect(requests(remove)).toMatchObject([
    { params: { username: 'Marrow' }, body: { version: 8 } },
  ]);
  expect(requests(keep)).toMatchObject([
    { params: { username: 'Marrow' }, query: { version: '9' } },
  ]);
});

test('an infraction is added and removed, and the form is emptied only when it was added', async () => {
  const add = 'POST /api/admin/users/{username}/infractions';
  const remove = 'DELETE /api/admin/users/{username}/infractions/{id}';
  answer({ [add]: noConnection, [remove]: undefined });
  const infractions = [
    { id: 11, note: 'Swore', notedBy: 'Ada', at: '2026-11-01T10:00:00.000Z' },
    { id: 12, note: 'Spammed', notedBy: 'Bob', at: '2026-11-02T10:00:00.000Z' },
  ];
  const view = render(<InfractionsPanel user={{ ...user, infractions }} />, {
    as: 'admin',
  });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Swore.* by Ada/),
    expect.stringMatching(/^Spammed.* by Bob/),
  ]);
  const field = screen.getByLabelText<HTMLTextAreaElement>('New infraction');
  await view.user.fill(field, 'Scammed');
  await view.user.click(screen.getByText('Add Infraction'));
  await view.user.click(await screen.findByText('OK'));
  expect(field.value).toBe('Scammed');
  answer({ [add]: undefined });
  await view.user.click(screen.getByText('Add Infraction'));
  await screen.findByText('The infraction was added.');
  await expect.poll(() => field.value).toBe('');
  await view.user.click(screen.getByLabelText('Remove: Spammed'));
  await screen.findByText(/^Remove this infraction of Marrow\?/);
  await view.user.click(screen.getByText('Remove'));
  await screen.findByText('The infraction was removed.');
  expect(requests(add)[1]).toMatchObject({
    params: { username: 'Marrow' },
    body: { note: 'Scammed', version: 8 },
  });
  expect(requests(remove)).toMatchObject([
    { params: { username: 'Marrow', id: '12' }, query: { version: '8' } },
  ]);
});

test('an email address is changed once it is another one and confirmed', async () => {
  const route = 'PATCH /api/users/{username}';
  answer({ [route]: {} as never });
  const known = { ...user, email: 'old@example.com', isEmailConfirmed: false };
  const view = render(<EmailPanel user={known} />, { as: 'admin' });
  screen.getByText('Not confirmed');
  const field = screen.getByLabelText<HTMLInputElement>('Email address');
  await view.user.click(screen.getByText('Change Email'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await view.user.clear(field);
  await view.user.fill(field, 'new@example.com');
  await view.user.click(screen.getByText('Change Email'));
  await screen.findByText(
    'Change the email address of Marrow from old@example.com to new@example.com? They will be signed out everywhere and the old address gets an email.',
  );
  await view.user.click(screen.getAllByText('Change Email').at(-1)!);
  await screen.findByText('Marrow now signs in as new@example.com.');
  expect(requests(route).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { username: 'Marrow' }, body: { email: 'new@example.com', version: 8 } },
  ]);
  view.rerender(
    <EmailPanel user={{ ...known, email: 'new@example.com', isEmailConfirmed: true }} />,
  );
  screen.getByText('Confirmed');
});

test('a renamed player is shown at the new address, and a canceled rename changes nothing', async () => {
  const route = 'PUT /api/admin/users/{username}/name';
  const { user: admin, router } = await renderScreen(<NamePanel user={user} />, {
    address: '/admin/manage/marrow',
    path: '/admin/manage/$username',
    as: 'admin',
    answers: { [route]: undefined },
  });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await admin.clear(field);
  await admin.fill(field, 'Sorrel');
  for (const choice of ['Cancel', 'Rename']) {
    await admin.click(screen.getByText('Rename'));
    await screen.findByText(/^Rename Marrow to Sorrel\? The game is told, and Marrow stays/);
    await admin.click(screen.getAllByText(choice).at(-1)!);
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    await expect.poll(() => screen.getByText('Rename').getAttribute('aria-busy')).toBeNull();
    expect(requests(route)).toHaveLength(choice === 'Cancel' ? 0 : 1);
  }
  await screen.findByText('Marrow is now called Sorrel.');
  expect(requests(route)[0]).toMatchObject({
    params: { username: 'Marrow' },
    body: { username: 'Sorrel', version: 8 },
  });
  await expect.poll(() => router.state.location.pathname).toBe('/admin/manage/Sorrel');
});

test('the hiscores of a player with levels are reset after a question', async () => {
  const route = 'DELETE /api/admin/hiscores/{username}';
  answer({ [route]: undefined });
  const view = render(<HiscoresPanel user={{ ...user, totalLevel: null }} />, { as: 'admin' });
  screen.getByText('No game has reported levels of this player.');
  expect(screen.queryByRole('button')).toBeNull();
  view.rerender(<HiscoresPanel user={{ ...user, totalLevel: 1250 }} />);
  screen.getByText('Total level 1,250.');
  await view.user.click(screen.getByText('Reset Hiscores'));
  await screen.findByText(/^Reset the hiscores of Marrow\?/);
  await view.user.click(screen.getByText('Reset'));
  await screen.findByText('The hiscores of Marrow were reset.');
  expect(requests(route).map(({ params }) => params)).toEqual([{ username: 'Marrow' }]);
});

test.each<[string, Partial<LoggedPurchase>, string[]]>([
  ['waits', {}, ['Refund']],
  ['failed', { deliveryState: 'attention' }, ['Resend', 'Refund']],
  ['is being delivered', { deliveryState: 'claimed' }, []],
  ['was delivered', { deliveryState: 'delivered' }, []],
  ['was delivered and can be ended', { deliveryState: 'delivered', canEnd: true }, ['Refund']],
  ['is the end of one', { isEnd: true }, []],
  ['was refunded', { state: 'refunded', deliveryState: 'canceled' }, []],
])('a purchase that %s: its actions', async (_, change, names) => {
  const purchase = {
    id: '71',
    itemName: 'Lamp',
    price: 40,
    state: 'bought',
    deliveryId: 'd1',
    deliveryState: 'queued',
    ...change,
  } as LoggedPurchase;
  const view = render(<PurchaseActions purchase={purchase} username="Marrow" />, { as: 'admin' });
  const buttons = screen.queryAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.queryByText('Refunded') !== null).toBe(change.state === 'refunded');
  if (!names.includes('Resend')) return;
  const resend = 'POST /api/admin/deliveries/{id}/resend';
  answer({ [resend]: undefined });
  await view.user.click(buttons[0]!);
  await view.user.click(await screen.findByText('Send Again'));
  await screen.findByText('Lamp was queued for Marrow again.');
  expect(requests(resend).map(({ params }) => params)).toEqual([{ id: 'd1' }]);
});

test('a top-up is refunded for what is left of it, and only a refund without an answer keeps its key', async () => {
  const refund = 'POST /api/admin/orders/{id}/refund';
  const order = {
    id: 'order-1',
    coins: 1200,
    bonus: 100,
    amount: 2400,
    currency: 'eur',
    state: 'paid',
    refunded: 400,
    refundable: 2000,
    dispute: null,
    reviewReason: 'Paid twice.',
    createdAt: '2026-11-01T10:00:00.000Z',
  } as ManagedOrder;
  const rest = {
    ...order,
    id: 'order-2',
    bonus: 0,
    refunded: 0,
    refundable: 0,
    reviewReason: null,
  };
  const orders = [order, { ...rest, dispute: 'open' as const }];
  const page = { orders, page: 1, pages: 1, total: 2 };
  answer({ 'GET /api/admin/orders': page as never, [refund]: noConnection });
  const view = render(<OrdersPanel user={user} />, { as: 'admin' });
  await screen.findAllByRole('listitem');
  expect(requests('GET /api/admin/orders')[0]?.query).toEqual({ username: 'Marrow', page: '1' });
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(
    /^1,300 Testcoins for €24\.00 Paid €4\.00 refunded .* · Paid twice\.Refund$/,
  );
  expect(lines[1]).toMatch(/^1,200 Testcoins for €24\.00 Paid {2}Dispute open[^·]*$/);
  const ask = async () => {
    const button = screen.getByText('Refund');
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
    await view.user.click(button);
    await screen.findByText('Refund €20.00 to Marrow and take back the Testcoins?');
    await view.user.click(screen.getByText('Refund €20.00'));
  };
  await ask();
  await view.user.click(await screen.findByText('OK'));
  answer({ [refund]: refuse('payments/refund-refused', 'The card is closed.') });
  await ask();
  await screen.findByText('The card is closed.');
  await view.user.click(screen.getByText('OK'));
  answer({ [refund]: order });
  await ask();
  await screen.findByText('€20.00 will be refunded to Marrow.');
  await ask();
  await expect.poll(() => requests(refund)).toHaveLength(4);
  const sent = requests(refund).map(({ params, body }) => ({ params, body }));
  expect(sent).toEqual(
    [0, 1, 2, 3].map(() => ({
      params: { id: 'order-1' },
      body: { amount: 2000, key: expect.any(String) },
    })),
  );
  const [lost, refused, made, again] = sent.map(({ body }) => (body as Body).key);
  expect(refused).toBe(lost);
  expect(new Set([refused, made, again]).size).toBe(3);
});

test('the statement of a player has a sign for what came and went', async () => {
  const entry = { at: '2026-11-01T10:00:00.000Z', ref: '1', memo: 'Lamp' };
  const entries = [
    { ...entry, id: '1', kind: 'purchase' as const, amount: -2500, balance: -800 },
    { ...entry, id: '2', kind: 'topup' as const, memo: 'Top-up', amount: 1200, balance: 1700 },
  ];
  const route = 'GET /api/admin/users/{username}/statement';
  answer({ [route]: { balance: -800, frozen: true, entries, page: 1, pages: 1, total: 2 } });
  render(<StatementPanel user={user} />, { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Statement' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(1).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    [ledgerKindNames.purchase, 'Lamp', '−2,500', '-800'],
    [ledgerKindNames.topup, 'Top-up', '+1,200', '1,700'],
  ]);
  expect(requests(route)[0]).toMatchObject({
    params: { username: 'marrow' },
    query: { page: '1' },
  });
  expect(queryClient.getQueryCache().findAll({ queryKey: ['admin'] })).toHaveLength(1);
});

test.each<[string, string | null]>([
  ['1 hour', '2026-10-30T13:00:00.000Z'],
  ['1 day', '2026-10-31T12:00:00.000Z'],
  ['3 days', '2026-11-02T12:00:00.000Z'],
  ['30 days', '2026-11-29T12:00:00.000Z'],
  ['Permanent', null],
])('a mute of %s ends then', async (length, expiresAt) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 30, 12), toFake: ['Date'] });
  const { user: admin } = await openSanction('mute', length);
  await admin.click(screen.getByText('Mute Marrow', { selector: 'button' }));
  await screen.findByText('Marrow is muted.');
  expect(requests(sanction)[0]?.body).toMatchObject({ expiresAt });
});

test('a sanction is for a day unless another time is chosen, and only a ban is shown at the sign-in', async () => {
  const { unmount } = render(<SanctionDialog kind="ban" players={[user]} onClose={() => {}} />, {
    as: 'admin',
  });
  const length = screen.getByLabelText<HTMLSelectElement>('Duration');
  expect(length.selectedOptions[0]?.textContent).toBe('1 day');
  screen.getByText('Shown to Marrow at the next sign-in.');
  screen.getByText(/^Ends all sessions at once/);
  unmount();
  render(<SanctionDialog kind="mute" players={[user]} onClose={() => {}} />, { as: 'admin' });
  expect(screen.queryByText(/at the next sign-in\.$/)).toBeNull();
  screen.getByText(/^Mutes the player in the game\./);
});

test('a sanction is for the version that was shown when its dialog was opened, and stays open if refused', async () => {
  answer({ [sanction]: refuse('admin/outdated', 'Someone changed Marrow.') });
  const given = { ...player, ban: null, mute: null };
  const view = render(<SanctionsPanel user={given} />, { as: 'admin' });
  await view.user.click(screen.getByText('Ban'));
  await view.user.fill(screen.getByLabelText(/^Reason/), 'Bots');
  view.rerender(<SanctionsPanel user={{ ...given, version: 9 }} />);
  await view.user.click(screen.getByText('Ban Marrow', { selector: 'button' }));
  await screen.findByText('Someone changed Marrow.');
  await view.user.click(screen.getByText('OK'));
  screen.getByRole('dialog', { name: 'Ban Marrow' });
  expect(requests(sanction)).toMatchObject([
    { params: { username: 'Marrow', kind: 'ban' }, body: { version: 8 } },
  ]);
});

test('the own sanctions say so, with their facts', () => {
  const own = { ...player, isOwn: true, ban: null, mute: { ...ban, kind: 'mute' as const } };
  render(<SanctionsPanel user={own} />, { as: 'admin' });
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toBe('Can sign in and play.This is you.Ban');
  expect(lines[1]).toMatch(/^Muted Botting.*by Ada · permanentThis is you\.UnmuteChange$/);
});

test('each preset of coins is its amount, and an error of the amount goes', async () => {
  const view = render(<CoinsPanel user={user} />, { as: 'admin' });
  await view.user.click(screen.getByText('Adjust'));
  const field = screen.getByLabelText<HTMLInputElement>('Testcoins');
  for (const [label, amount] of [
    ['+100', '100'],
    ['+1,000', '1000'],
    ['+5,000', '5000'],
  ] as const) {
    await view.user.click(screen.getByText(label));
    expect(field.value).toBe(amount);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  }
  expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
});

test.each<[string, number, number, boolean]>([
  ['a first permission', 1, 1, true],
  ['a rank that needs more security', 0, 2, true],
  ['a lower rank with the same security', 3, 2, false],
])('%s (%d to %d) signs the player out: %s', async (_, from, to, isSignedOut) => {
  answer({ [changeRights]: undefined });
  const view = render(<RightsPanel user={{ ...player, userRights: from }} />, { as: 'admin' });
  const names = [/^Player(?! mod)/, /^Player moderator/, /^Staff/, /^Admin/];
  if (from === to) await view.user.click(screen.getByLabelText('Polls'));
  else await view.user.click(screen.getByRole('radio', { name: names[to]! }));
  const { text } = await saveRights(view);
  expect(text.includes('They will be signed out and have to log in again.')).toBe(isSignedOut);
});

test('permissions that were chosen stay when another rank is chosen after them', async () => {
  answer({ [changeRights]: undefined });
  const given = { permission: 'shop' as const, givenBy: 'Ada', givenAt: '2026-01-02T03:04:05Z' };
  const moderator = { ...player, userRights: 1, permissions: [given] };
  const view = render(<RightsPanel user={moderator} />, { as: 'admin' });
  screen.getByText(/Given by Ada, /);
  await view.user.click(screen.getByLabelText('News'));
  await view.user.click(screen.getByLabelText('Shop'));
  await view.user.click(screen.getByRole('radio', { name: /^Staff/ }));
  screen.getByText(/Staff may do this by their rank\./);
  const { text } = await saveRights(view);
  expect(text).toContain(
    'Make Marrow staff? They are a player moderator now. They get: News. They lose: Shop.',
  );
  expect(requests(changeRights).map(({ body }) => body)).toEqual([
    { rights: 2, permissions: ['news'], version: 8 },
  ]);
});

test('the data of a player are saved as a file', async () => {
  const route = 'POST /api/admin/users/{username}/export';
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  answer({ [route]: {} as never });
  const view = render(<DataPanel user={{ ...user, deleteAfter: null }} />, { as: 'admin' });
  await view.user.click(screen.getByText('Download Data'));
  await expect.poll(() => clicked.mock.calls).toHaveLength(1);
  expect(requests(route).map(({ params }) => params)).toEqual([{ username: 'Marrow' }]);
});

test('a deletion that is not confirmed is not asked for', async () => {
  const view = render(<DataPanel user={{ ...user, deleteAfter: null }} />, { as: 'admin' });
  await view.user.click(screen.getByText('Delete Account'));
  await view.user.click(await screen.findByText('Cancel'));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  screen.getByText('Delete Account');
});

test('a player without infractions has none listed, and a teleport has a height', async () => {
  const teleport = 'POST /api/admin/users/{username}/teleport';
  const { unmount } = render(<InfractionsPanel user={{ ...user, infractions: [] }} />, {
    as: 'admin',
  });
  screen.getByText('Marrow has no infractions.');
  unmount();
  const view = render(<GamePanel user={{ ...user, isOnline: true }} />, {
    as: 'admin',
    answers: { [teleport]: undefined },
  });
  await view.user.fill(screen.getByLabelText('X'), '5');
  await view.user.fill(screen.getByLabelText('Y'), '6');
  const height = screen.getByLabelText('Height');
  await view.user.clear(height);
  await view.user.fill(height, '2');
  await view.user.click(screen.getByText('Teleport'));
  await screen.findByText('Teleport Marrow to 5, 6 at height 2?');
  await view.user.click(screen.getAllByText('Teleport').at(-1)!);
  await expect
    .poll(() => requests(teleport).map(({ body }) => body))
    .toEqual([{ x: 5, y: 6, height: 2, version: 8 }]);
});

const log = { page: 1, pages: 3, total: 51 };

/** Goes to the second page, and returns what was asked for. */
async function goOn(view: ReturnType<typeof render>, label: string, route: Route) {
  const pages = within(await screen.findByRole('navigation', { name: label }));
  await view.user.click(pages.getByText('Next'));
  await expect.poll(() => requests(route)).toHaveLength(2);
  return requests(route).map(({ params, query }) => ({ ...params, ...query }));
}

test('the statement, the top-ups and the purchases of a player are read page by page', async () => {
  const entry = { id: '1', at: '2026-11-01T10:00:00.000Z', ref: '1', memo: 'Lamp', balance: 2 };
  const entries = [{ ...entry, kind: 'purchase' as const, amount: -2 }];
  const statement = 'GET /api/admin/users/{username}/statement';
  answer({ [statement]: { balance: 2, frozen: false, entries, ...log } });
  const first = render(<StatementPanel user={user} />, { as: 'admin' });
  const asked = await goOn(first, 'Pages of the statement', statement);
  expect(asked).toEqual([1, 2].map((page) => ({ username: 'marrow', page: String(page) })));
  first.unmount();
  const orders = 'GET /api/admin/orders';
  answer({ [orders]: { orders: [], ...log } as never });
  const second = render(<OrdersPanel user={user} />, { as: 'admin' });
  const named = [1, 2].map((page) => ({ username: 'Marrow', page: String(page) }));
  expect(await goOn(second, 'Pages of top-ups', orders)).toEqual(named);
  screen.getByText('Marrow has no top-ups.');
  second.unmount();
  const purchases = 'GET /api/admin/purchases';
  answer({ [purchases]: { purchases: [], ...log } as never });
  const third = render(<PurchasesPanel user={user} />, { as: 'admin' });
  expect(await goOn(third, 'Pages of purchases', purchases)).toEqual(named);
});

test('a purchase of a player has its number, its price and how often it failed', async () => {
  const purchase = {
    id: '71',
    itemName: 'Lamp',
    itemId: 1201,
    quantity: 1200,
    price: 4500,
    createdAt: '2026-11-01T10:00:00.000Z',
    state: 'bought',
    deliveryId: 'd1',
    deliveryState: 'queued',
    failures: 1,
    lastFailure: 'The bank is full.',
  } as LoggedPurchase;
  const purchases = [
    purchase,
    { ...purchase, id: '72', quantity: 1, failures: 3 },
    { ...purchase, id: '73', failures: 0 },
  ];
  const route = 'GET /api/admin/purchases';
  answer({ [route]: { purchases, page: 1, pages: 1, total: 3 } as never });
  const view = render(<PurchasesPanel user={user} />, { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Purchases and deliveries' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [1, 2, 3, 4].map((at) => row.children[at]?.textContent),
  );
  const [first, second, third] = rows;
  expect(first?.slice(0, 2)).toEqual(['Lamp × 1,200', '1201']);
  expect(first?.[2]).toContain('4,500');
  expect(first?.[3]).toMatch(/Failed once: The bank is full\.$/);
  expect(second?.[0]).toBe('Lamp');
  expect(second?.[3]).toMatch(/Failed 3 times: The bank is full\.$/);
  expect(third?.[3]).not.toContain('Failed');
  await view.user.click(screen.getAllByText('Refund')[0]!);
  await screen.findByText('Cancel Lamp and refund 4,500 Testcoins to Marrow?');
  await view.user.click(screen.getByText('Cancel'));
  answer({ [route]: { purchases: [], page: 1, pages: 0, total: 0 } as never });
  await queryClient.invalidateQueries({ queryKey: ['admin'] });
  await screen.findByText('Marrow has not bought anything yet.');
});
