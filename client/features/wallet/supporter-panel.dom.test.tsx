import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, hold, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { OwnSupporter } from '#shared/endpoints/supporters.ts';

import { SupporterPanel } from './supporter-panel.tsx';
import { ownSupporterQuery } from './wallet.queries.ts';

test('the wallet has the rank, the way to the next one, and asks before a player is named', async () => {
  const mine: OwnSupporter = {
    coins: 800,
    step: { id: 3, name: 'Squire', icon: 'star', colour: 'moss', thanks: 'Rise!' },
    next: { name: 'Knight', coins: 2000 },
    isNamed: false,
  };
  const agree = 'PUT /api/supporters/mine';
  answer({ 'GET /api/supporters/mine': mine, [agree]: { ...mine, isNamed: true } });
  const { user } = render(<SupporterPanel />, { as: 'player' });
  await screen.findByText('1,200 Testcoins to Knight');
  screen.getByText('Rise!');
  await user.click(screen.getByLabelText('Name me among the latest supporters'));
  await expect.poll(() => requests(agree)[0]?.body).toEqual({ isNamed: true });
});

test('the highest rank has no way on, and its player stops being named', async () => {
  const agree = 'PUT /api/supporters/mine';
  const mine: OwnSupporter = {
    coins: 9000,
    step: { id: 4, name: 'Knight', icon: 'star', colour: 'moss', thanks: '' },
    isNamed: true,
  };
  answer({ 'GET /api/supporters/mine': mine, [agree]: mine });
  const { user } = render(<SupporterPanel />, { as: 'player' });
  const box = await screen.findByLabelText<HTMLInputElement>('Name me among the latest supporters');
  expect(box.checked).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(box);
  await expect.poll(() => requests(agree)[0]?.body).toEqual({ isNamed: false });
});

test('a site without ranks has no panel, and the first rank has a way to it', async () => {
  const mine: OwnSupporter = { coins: 500, isNamed: false };
  answer({ 'GET /api/supporters/mine': mine });
  render(<SupporterPanel />, { as: 'player' });
  const { queryKey } = ownSupporterQuery;
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual(mine);
  expect(screen.queryByText('Supporter')).toBeNull();
  queryClient.setQueryData(queryKey, { ...mine, next: { name: 'Squire', coins: 2000 } });
  await screen.findByText('1,500 Testcoins to Squire');
  screen.getByText('500 of 2,000');
});

test('a choice to be named is sent once, and read again', async () => {
  const agree = 'PUT /api/supporters/mine';
  const held = hold<typeof agree>();
  const mine: OwnSupporter = { coins: 500, isNamed: false, next: { name: 'Squire', coins: 2000 } };
  answer({ 'GET /api/supporters/mine': mine, [agree]: held.answer });
  const { user } = render(<SupporterPanel />, { as: 'player' });
  const box = await screen.findByLabelText<HTMLInputElement>('Name me among the latest supporters');
  await user.click(box);
  expect(box.disabled).toBe(true);
  answer({
    'GET /api/supporters/mine': { ...mine, isNamed: true },
    'GET /auth/verify': testPlayer,
  });
  held.give({ ...mine, isNamed: true });
  await expect.poll(() => box.checked).toBe(true);
  expect(requests(agree)).toHaveLength(1);
});
