import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { DiscordMessage, DiscordOverview } from '#shared/endpoints/discord.ts';

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
