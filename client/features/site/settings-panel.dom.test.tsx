import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { SiteSettings } from '#shared/endpoints/site-settings.ts';

import { SettingsPanel } from './settings-panel.tsx';

const save = 'PATCH /api/admin/settings';
const settings: SiteSettings = {
  communityUrl: 'https://chat.example.com/',
  banner: { text: 'Back at noon', tone: 'info' },
  playersMayHost: true,
  excludeStaff: false,
  excludeBanned: true,
  unconfirmedMayBuy: false,
  unconfirmedMayVote: true,
  shopOpen: true,
  renameDays: 90,
};

async function open(changes: Partial<SiteSettings> = {}) {
  const opened = { ...settings, ...changes };
  const view = await renderScreen(<SettingsPanel money={null} />, {
    address: '/admin/server',
    as: 'admin',
    answers: {
      'GET /api/admin/settings': opened,
      'GET /api/admin/features': [],
      [save]: ({ body }) => ({ ...opened, ...(body as Partial<SiteSettings>) }),
    },
  });
  await screen.findByText('Changing Names');
  return view;
}

const bodies = () => requests(save).map(({ body }) => body);

test('each rule shows its own setting and changes only that', async () => {
  const { user } = await open();
  const rules = [
    [/^Players may host events/, 'playersMayHost'],
    [/^Leave staff out/, 'excludeStaff'],
    [/^Leave banned players out/, 'excludeBanned'],
    [/^Players may buy before/, 'unconfirmedMayBuy'],
    [/^Players may vote before/, 'unconfirmedMayVote'],
  ] as const;
  for (const [name, rule] of rules) {
    const control = screen.getByRole('switch', { name });
    expect(control.getAttribute('aria-checked'), rule).toBe(String(settings[rule]));
    await user.click(control);
    await expect.poll(() => bodies().at(-1)).toEqual({ [rule]: !settings[rule] });
  }
  expect(bodies()).toHaveLength(rules.length);
});

test('an empty number of days means that only admins change names', async () => {
  const { user } = await open();
  const days = () => screen.getByLabelText<HTMLInputElement>(/^Days between/);
  expect(days().value).toBe('90');
  await user.clear(days());
  await user.click(screen.getByText('Save Rule'));
  await screen.findByText('Saved.');
  expect(bodies()).toEqual([{ renameDays: null }]);
  await user.fill(days(), 'often');
  await user.click(screen.getByText('Save Rule'));
  await expect.poll(() => days().getAttribute('aria-invalid')).toBe('true');
  expect(bodies()).toHaveLength(1);
});

test('a banner keeps its style when its text changes, and can be removed', async () => {
  const { user } = await open();
  const text = screen.getByLabelText(/^Text/);
  await user.fill(text, '!');
  await user.click(screen.getByText('Change Banner'));
  const changed = { text: 'Back at noon!', tone: 'info' };
  await screen.findByText('The banner is now on every page.');
  expect(bodies()).toEqual([{ banner: changed }]);
  await user.click(await screen.findByText('Remove Banner'));
  await screen.findByText('The banner was removed.');
  expect(bodies()[1]).toEqual({ banner: null });
  const show = await screen.findByText('Show Banner');
  expect(show.closest('button')?.disabled).toBe(true);
  expect(screen.queryByText('Remove Banner')).toBeNull();
});

test('the community link is sent without spaces, and a refused one is marked', async () => {
  const { user } = await open();
  const link = () => screen.getByLabelText<HTMLInputElement>(/^Chat URL/);
  expect(link().value).toBe('https://chat.example.com/');
  await user.fill(link(), 'wyn ');
  await user.click(screen.getByText('Save Link'));
  await screen.findByText('Link saved.');
  expect(bodies()).toEqual([{ communityUrl: 'https://chat.example.com/wyn' }]);
  const error = 'Use an address with https.';
  answer({ [save]: refuse('request/invalid', error, { communityUrl: error }) });
  await user.click(screen.getByText('Save Link'));
  await screen.findByText(error);
  expect(link().getAttribute('aria-invalid')).toBe('true');
});

test('a new banner is a warning unless another style is chosen, and needs a text', async () => {
  const { user } = await open({ banner: null });
  const button = () => screen.getByText('Show Banner').closest('button')!;
  expect(button().disabled).toBe(true);
  expect(screen.queryByText('Remove Banner')).toBeNull();
  await user.fill(screen.getByLabelText(/^Text/), '  ');
  expect(button().disabled).toBe(true);
  await user.fill(screen.getByLabelText(/^Text/), 'Soon ');
  await user.click(button());
  await screen.findByText('The banner is now on every page.');
  expect(bodies()).toEqual([{ banner: { text: 'Soon', tone: 'warning' } }]);
  await user.click(screen.getByLabelText(/^Notice/, { selector: 'input' }));
  await user.click(screen.getByText('Change Banner'));
  await expect.poll(() => bodies()[1]).toEqual({ banner: { text: 'Soon', tone: 'info' } });
});

test('a rule that is not saved goes back to what it was', async () => {
  const { user } = await open();
  answer({ [save]: refuse('request/rate-limited', 'Too many requests.') });
  const rule = () => screen.getByRole('switch', { name: /^Leave staff out/ });
  await user.click(rule());
  await screen.findByText('Too many requests.');
  await expect.poll(() => rule().getAttribute('aria-checked')).toBe('false');
});

test('a number of days is saved as a number, and a saved setting is shown at once', async () => {
  const { user } = await open({ renameDays: null });
  const days = () => screen.getByLabelText<HTMLInputElement>(/^Days between/);
  expect(days().value).toBe('');
  await user.fill(days(), ' 45 ');
  await user.click(screen.getByText('Save Rule'));
  await screen.findByText('Saved.');
  expect(bodies()).toEqual([{ renameDays: 45 }]);
  await expect.poll(() => days().value).toBe('45');
});

test('the style of a banner can be changed alone, and back', async () => {
  const { user } = await open();
  const style = (name: RegExp) =>
    screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
  expect(style(/^Notice/).checked).toBe(true);
  await user.click(style(/^Warning/));
  await user.click(screen.getByText('Change Banner'));
  await expect.poll(bodies).toEqual([{ banner: { text: 'Back at noon', tone: 'warning' } }]);
});

test('the look and the texts of the site have screens of their own', async () => {
  await open();
  const links = ['Change the Look', 'Edit the Pages', 'Edit the Emails'].map((text) =>
    screen.getByText(text).closest('a')?.getAttribute('href'),
  );
  expect(links).toEqual(['/admin/appearance', '/admin/pages', '/admin/emails']);
});
