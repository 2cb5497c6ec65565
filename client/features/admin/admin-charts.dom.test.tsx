import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import type { AdminCharts as Figures } from '#shared/endpoints/dashboard.ts';

import { AdminCharts } from './admin-charts.tsx';

/** jsdom draws nothing, so the chart library gets a canvas whose every method does nothing. */
beforeEach(() => {
  const measure = { width: 0 };
  const context = new Proxy({}, { get: () => () => measure, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.stubGlobal('Path2D', function Path2D() {
    return context;
  });
});

const days = [1_793_491_200, 1_793_577_600];

function open(figures: Partial<Figures>) {
  const { unmount } = render(<AdminCharts charts={{ days, ...figures }} />, { as: 'admin' });
  const titles = screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
  const labels = [...document.querySelectorAll('[aria-label]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  unmount();
  return { titles, labels };
}

test('each chart says its largest values, and days without a report do not count', () => {
  const { titles, labels } = open({
    registrations: [3, 1200],
    online: [null, 40],
    coinsSold: [7, 2],
    coinsReturned: [0, 5],
    coinsSpent: [1, 6],
    votes: [0, 0],
  });
  expect(titles).toEqual(['Registrations', 'Players online', 'Coins sold and spent', 'Votes']);
  for (const label of [
    'Registrations over 2 days. New players: at most 1,200 per day.',
    'Players online over 2 days. Most at once: at most 40 per day.',
    'Coins sold and spent over 2 days. Sold: at most 7 per day. Spent: at most 6 per day. Returned: at most 5 per day.',
    'Votes over 2 days. Ballots cast: at most 0 per day.',
  ]) {
    expect(labels).toContain(label);
  }
});

test('staff see only the charts of what they may know', () => {
  const { titles, labels } = open({ coinsSpent: [1, 6], online: [null, null] });
  expect(titles).toEqual(['Players online', 'Coins spent']);
  expect(labels).toContain('Coins spent over 2 days. Spent: at most 6 per day.');
  expect(labels).toContain('Players online over 2 days. Most at once: at most 0 per day.');
});

test('returned coins are not drawn while there are none', () => {
  const { labels } = open({ coinsSold: [7, 2], coinsReturned: [0, 0], coinsSpent: [1, 6] });
  expect(labels).toContain(
    'Coins sold and spent over 2 days. Sold: at most 7 per day. Spent: at most 6 per day.',
  );
});
