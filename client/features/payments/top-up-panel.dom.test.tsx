import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';

import { topUpSettingsQuery } from './admin-payments.queries.ts';
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

test('the fields have what was saved, also by another admin', async () => {
  const saved = { ...settings, max: 4100, monthly: 70_000 };
  const { user } = render(<TopUpPanel />, {
    as: 'admin',
    answers: { 'GET /api/admin/top-ups': settings, 'PUT /api/admin/top-ups': saved },
  });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  await user.click(await screen.findByText('Save Price'));
  await expect.poll(() => field('Most in 30 days')).toBe('700.00');
  expect(field('Largest top-up')).toBe('4100');
  act(() => void queryClient.setQueryData(topUpSettingsQuery.queryKey, { ...saved, min: 700 }));
  await screen.findByText('700 Testcoins cost $14.00.');
  expect(field('Smallest top-up')).toBe('700');
});

test('a price that is left empty is marked, and not sent', async () => {
  const { user } = render(<TopUpPanel />, {
    as: 'admin',
    answers: { 'GET /api/admin/top-ups': settings },
  });
  const price = await screen.findByLabelText('Price of one, in cents');
  await user.clear(price);
  await user.click(screen.getByText('Save Price'));
  expect(price.ariaInvalid).toBe('true');
  expect(requests('PUT /api/admin/top-ups')).toEqual([]);
});
