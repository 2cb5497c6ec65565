import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { DiscordMessage, DiscordOverview } from '#shared/endpoints/discord.ts';

import { kindTexts } from './kind-texts.ts';

const overview: DiscordOverview = {
  hooks: [
    { kind: 'news', isOn: true, hint: 'ab12', amount: null, failure: null },
    { kind: 'reminders', isOn: false, hint: null, amount: 60, failure: null },
    { kind: 'polls', isOn: true, hint: 'cd34', amount: null, failure: 'Discord answered 404.' },
  ],
  app: {
    guildId: '900000000000000001',
    showsOnline: true,
    clientId: '',
    roles: [],
    hasClientSecret: false,
    hasBotToken: false,
    redirectUrl: 'https://site.test/api/discord/callback',
  },
  online: 42,
  linkedAccounts: 3,
  failures: [],
};

testStates('the Discord settings', {
  path: '/admin/discord',
  as: 'admin',
  route: 'GET /api/admin/discord',
  loading: 'Loading Discord settings...',
  error: 'The settings could not be loaded',
  ready: [overview, 'Not set'],
});

const lost: DiscordMessage = {
  id: 9,
  kind: 'news',
  title: String.raw`Gate \*open\*`,
  state: 'unknown',
  createdAt: '2026-11-18T05:00:00.000Z',
  error: 'The answer was lost.',
};

function open(answers: object = {}) {
  return renderPage('/admin/discord', {
    as: 'admin',
    answers: {
      'GET /api/admin/discord': overview,
      'GET /api/admin/discord/messages': { messages: [lost], page: 1, pages: 1, total: 1 },
      ...answers,
    },
  });
}

const saveReminders = 'PUT /api/admin/discord/hooks/{kind}';

test('a kind is set up with its address and its number', async () => {
  const { user } = await open({ [saveReminders]: overview.hooks[1] });
  await user.click(await screen.findByLabelText('Set up Event reminders'));
  const address = screen.getByLabelText(/^Address of the webhook/);
  await user.type(address, 'https://example.com');
  await user.click(screen.getAllByText('Save')[0]!);
  await screen.findByText(/Copy the whole address from Discord/);
  expect(requests(saveReminders)).toEqual([]);
  const given = `https://discord.com/api/webhooks/700000000000000001/${'token-'.repeat(8)}`;
  await user.clear(address);
  await user.paste(given);
  await user.click(screen.getAllByText('Save')[0]!);
  await waitFor(() =>
    expect(requests(saveReminders)[0]?.body).toEqual({ isOn: true, address: given, amount: 60 }),
  );
});

test('a kind that is off stays off when its webhook or number is changed', async () => {
  const off = { kind: 'reminders', isOn: false, hint: 'ef56', amount: 60, failure: null } as const;
  const { user } = await open({
    'GET /api/admin/discord': { ...overview, hooks: [off] },
    [saveReminders]: off,
  });
  await user.click(await screen.findByLabelText('Set up Event reminders'));
  await user.click(screen.getAllByText('Save')[0]!);
  await waitFor(() =>
    expect(requests(saveReminders)[0]?.body).toEqual({ isOn: false, amount: 60 }),
  );
});

test('a refused webhook and a message without an answer say so', async () => {
  const retry = 'POST /api/admin/discord/messages/{id}/retry';
  const { user } = await open({ [retry]: null });
  await screen.findByText('Discord answered 404.');
  await screen.findByText('Gate *open*');
  await user.click(screen.getByText('Send Again'));
  await screen.findByText(/it will be there twice/);
  await user.click(screen.getAllByText('Send Again').at(-1)!);
  await screen.findByText('The message is sent within seconds.');
  expect(requests(retry)).toHaveLength(1);
});

const saveApp = 'PUT /api/admin/discord/app';

test('roles have their id, and those of donors a number of coins', async () => {
  const { user } = await open({ [saveApp]: overview.app });
  await user.type(await screen.findByLabelText(/^Token of the bot/), 'bot token');
  const linked = screen.getByLabelText('Linked account');
  await user.type(linked, 'Lanterns');
  await user.type(screen.getByLabelText('Donor role 2: id'), '800000000000000002');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Use the id: a number of 17 to 20 digits.');
  await screen.findByText('Enter a number of coins.');
  expect(requests(saveApp)).toEqual([]);
  await user.clear(linked);
  await user.type(linked, '800000000000000001');
  await user.type(screen.getByLabelText('Donor role 2: coins bought, at least'), '500');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Saved.');
  expect(requests(saveApp)[0]?.body).toEqual({
    guildId: '900000000000000001',
    showsOnline: true,
    clientId: '',
    clientSecret: '',
    botToken: 'bot token',
    roles: [
      { roleId: '800000000000000001', reason: 'linked', coins: 0 },
      { roleId: '800000000000000002', reason: 'donor', coins: 500 },
    ],
  });
});

test('an id whose secret is set says that it takes the secret with it', async () => {
  const app = { ...overview.app, hasClientSecret: true, hasBotToken: true };
  await open({ 'GET /api/admin/discord': { ...overview, app } });
  await screen.findByText(/If you empty it, the token of the bot is removed too/);
  await screen.findByText(/If you empty it, the secret is removed too/);
  expect(screen.getAllByText(/Leave it empty to keep it/)).toHaveLength(2);
});

test('a saved app is shown with its roles, and sent as it was with its secrets kept', async () => {
  const roles = [
    { reason: 'donor' as const, roleId: '800000000000000004', coins: 900 },
    { reason: 'staff' as const, roleId: '800000000000000003', coins: 0 },
    { reason: 'donor' as const, roleId: '800000000000000005', coins: 2500 },
  ];
  const app = {
    ...overview.app,
    showsOnline: false,
    clientId: '700000000000000009',
    roles,
    hasClientSecret: true,
    hasBotToken: true,
  };
  const { user } = await open({
    'GET /api/admin/discord': {
      ...overview,
      app,
      online: null,
      failures: ['The bot was removed.'],
    },
    [saveApp]: app,
  });
  await screen.findByText('The bot was removed.');
  screen.getByText(/^Players link their Discord account.*3 accounts are linked\./);
  expect(screen.queryByText(/online\.$/)).toBeNull();
  const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(
    [
      'Linked account',
      'Staff and admin',
      'Donor role 1: id',
      'Donor role 1: coins bought, at least',
      'Donor role 2: id',
      'Donor role 3: id',
    ].map(value),
  ).toEqual(['', '800000000000000003', '800000000000000004', '900', '800000000000000005', '']);
  await user.click(screen.getByText('Save'));
  await screen.findByText('Saved.');
  expect(requests(saveApp)[0]?.body).toEqual({
    guildId: '900000000000000001',
    showsOnline: false,
    clientId: '700000000000000009',
    clientSecret: '',
    botToken: '',
    roles: [roles[1], roles[0], roles[2]],
  });
});

test('a webhook is switched, tested and removed, and one that is not set has neither', async () => {
  const save = 'PUT /api/admin/discord/hooks/{kind}';
  const send = 'POST /api/admin/discord/hooks/{kind}/test';
  const { user } = await open({ [save]: overview.hooks[0], [send]: undefined });
  const table = await screen.findByRole('table', { name: 'Messages' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [0, 2, 4].map((at) => row.children[at]?.textContent),
  );
  expect(rows).toEqual([
    [kindTexts.news.label, '…ab12', 'TestEdit'],
    [kindTexts.reminders.label, 'Not set', 'Set Up'],
    [kindTexts.polls.label, 'Failed Discord answered 404.', 'TestEdit'],
  ]);
  const switches = within(table).getAllByRole('switch');
  expect(switches.map((one) => one.getAttribute('aria-label'))).toEqual(
    [kindTexts.news, kindTexts.polls].map(({ label }) => `${label}: on`),
  );
  await user.click(switches[1]!);
  await waitFor(() => expect(requests(save)).toHaveLength(1));
  await user.click(screen.getByLabelText(`Test ${kindTexts.polls.label}`));
  await screen.findByText('Sent. Look at the channel.');
  expect(requests(send)[0]?.params).toEqual({ kind: 'polls' });
  await user.click(screen.getByLabelText(`Set up ${kindTexts.news.label}`));
  screen.getByText('Leave it empty to keep the one that ends with ab12.');
  await user.click(screen.getByText('Remove the Webhook'));
  await user.click(screen.getAllByText('Cancel').at(-1)!);
  expect(requests(save)).toHaveLength(1);
  await user.click(screen.getByText('Remove the Webhook'));
  await user.click(screen.getAllByText('Remove the Webhook').at(-1)!);
  await screen.findByText('Webhook removed.');
  await waitFor(() => expect(screen.queryByText('Remove the Webhook')).toBeNull());
  expect(requests(save).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { kind: 'polls' }, body: { isOn: false } },
    { params: { kind: 'news' }, body: { isOn: false, address: null } },
  ]);
});

test('only a message that failed or was lost can be sent again', async () => {
  const retry = 'POST /api/admin/discord/messages/{id}/retry';
  const states = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const;
  const messages = states.map((state, id) => ({ ...lost, id, state, title: state, error: null }));
  const { user } = await open({
    'GET /api/admin/discord/messages': { messages, page: 1, pages: 1, total: 5 },
  });
  answer({ [retry]: null as never });
  const buttons = await screen.findAllByText('Send Again');
  expect(buttons.map((one) => one.closest('button')?.getAttribute('aria-label'))).toEqual([
    'Send failed again',
    'Send unknown again',
  ]);
  // One that failed is not in the channel, so it is sent without a question.
  await user.click(buttons[0]!);
  await screen.findByText('The message is sent within seconds.');
  expect(requests(retry).map(({ params }) => params)).toEqual([{ id: '3' }]);
});

test('each state of a message has its word, with the error', async () => {
  const states = [
    ['waiting', 'Waiting'],
    ['sending', 'Sending'],
    ['sent', 'Sent'],
    ['failed', 'Failed'],
    ['unknown', 'Not confirmed'],
  ] as const;
  const messages = states.map(([state], id) => ({
    ...lost,
    id,
    state,
    kind: 'polls' as const,
    error: state === 'failed' ? 'It is gone.' : null,
  }));
  await open({ 'GET /api/admin/discord/messages': { messages, page: 1, pages: 1, total: 5 } });
  const table = await screen.findByRole('table', { name: 'Log' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [1, 2, 3].map((at) => row.children[at]?.textContent?.trim()),
  );
  expect(rows).toEqual(
    states.map(([state, label]) => [
      'Gate *open*',
      kindTexts.polls.label,
      state === 'failed' ? 'Failed It is gone.' : label,
    ]),
  );
});

test('the log is read page by page, and says that it is empty', async () => {
  const log = 'GET /api/admin/discord/messages';
  const { user } = await open({
    [log]: ({ query }: { query: { page?: string } }) => ({
      messages: [{ ...lost, title: `Page ${query.page}` }],
      page: Number(query.page),
      pages: 2,
      total: 30,
    }),
  });
  const pages = within(await screen.findByRole('navigation', { name: 'Log' }));
  await user.click(pages.getByText('Next'));
  await screen.findByText('Page 2', { selector: 'table *' });
  expect(requests(log).at(-1)?.query).toEqual({ page: '2' });
});

test('the settings say how many are online and linked, and a webhook may be changed', async () => {
  const save = 'PUT /api/admin/discord/hooks/{kind}';
  const { user } = await open({
    'GET /api/admin/discord': { ...overview, online: 1, linkedAccounts: 1 },
    [save]: overview.hooks[0],
    'GET /api/admin/discord/messages': { messages: [], page: 1, pages: 0, total: 0 },
  });
  await screen.findByText(/Now: 1 member online\.$/);
  screen.getByText(/1 account is linked\./);
  await screen.findByText('No messages in the last 30 days.');
  await user.click(screen.getByLabelText(`Set up ${kindTexts.news.label}`));
  expect(screen.queryByText('Minutes before the start')).toBeNull();
  const address = `https://discord.com/api/webhooks/700000000000000002/${'other-'.repeat(8)}`;
  await user.fill(screen.getByLabelText(/^Address of the webhook/), ` ${address} `);
  await user.click(screen.getAllByText('Save')[0]!);
  await waitFor(() => expect(requests(save)[0]?.body).toEqual({ isOn: true, address }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
