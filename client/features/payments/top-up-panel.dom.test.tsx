import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';

import { TopUpPanel } from './top-up-panel.tsx';

const settings = {
  currency: 'usd',
  centsPerCoin: 2,
  min: 300,
  max: 4000,
  daily: 12_802,
  monthly: 60_000,
};

test('the price of coins is shown and saved in the units of each field', async () => {
  const { user } = render(<TopUpPanel />, {
    as: 'admin',
    answers: { 'GET /api/admin/top-ups': settings, 'PUT /api/admin/top-ups': settings },
  });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await screen.findByLabelText('Smallest top-up');
  screen.getByText('300 Testcoins cost $6.00.');
  screen.getByText('4,000 Testcoins cost $80.00.');
  expect(field('Most in 24 hours').value).toBe('128.02');
  expect(field('Most in 30 days').value).toBe('600.00');
  await user.clear(field('Largest top-up'));
  await user.fill(field('Largest top-up'), '5000');
  screen.getByText('5,000 Testcoins cost $100.00.');
  await user.click(screen.getByText('Save Price'));
  await screen.findByText('The price applies to new top-ups.');
  expect(requests('PUT /api/admin/top-ups')[0]?.body).toEqual({ ...settings, max: 5000 });
});

test('the examples follow a price and a currency before they are saved', async () => {
  const { user } = render(<TopUpPanel />, {
    as: 'admin',
    answers: { 'GET /api/admin/top-ups': settings },
  });
  await user.selectOptions(await screen.findByLabelText('Currency'), 'eur');
  const price = screen.getByLabelText('Price of one, in cents');
  await user.clear(price);
  await user.fill(price, '3');
  screen.getByText('300 Testcoins cost €9.00.');
  screen.getByText('4,000 Testcoins cost €120.00.');
  expect(screen.getAllByText('Per player, in EUR.')).toHaveLength(2);
  await user.clear(screen.getByLabelText('Smallest top-up'));
  expect(screen.getAllByText(/ cost /)).toHaveLength(1);
});
