import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { OwnSupporter } from '#shared/endpoints/supporters.ts';

import { SupporterPanel } from './supporter-panel.tsx';

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
