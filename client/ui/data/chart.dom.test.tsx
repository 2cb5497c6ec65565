import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { TimeChart } from './chart.tsx';
import type { ChartSeries } from './chart.tsx';

// jsdom has no canvas.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

const times = [Date.UTC(2026, 10, 1) / 1000, Date.UTC(2026, 10, 2, 3, 30) / 1000];
const series: ChartSeries[] = [
  { label: 'Votes', values: [3, 1234], tone: 'gold' },
  { label: 'Players', values: [5, null], tone: 'moss' },
  { label: 'Share', values: [1, 2], tone: 'sky', format: (value) => `${value}%` },
];
const legend = () => document.querySelector('figcaption')?.textContent;

test('the legend has the newest value of each line, as the line writes it', () => {
  render(<TimeChart label="A summary." times={times} series={series} isCount />);
  screen.getByRole('img', { name: 'A summary.' });
  expect(legend()).toBe('2 Nov 2026Votes1,234Players–Share2%');
});

test('a chart of hours has the time of the reader, beside its heading if it has one', () => {
  render(<TimeChart label="A summary." heading="Today" times={times} series={series} hasHours />);
  // The tests run in New York, five hours behind UTC in winter.
  expect(screen.getByText('Today').closest('div')?.textContent).toBe('Today1 Nov 2026, 22:30');
  expect(legend()).toBe('Votes1,234Players–Share2%');
});

test('lines are hidden and shown, but never the last one, nor the only one', async () => {
  const { user, rerender } = render(<TimeChart label="A summary." times={times} series={series} />);
  const pressed = () => screen.getAllByRole('button').map((button) => button.ariaPressed);
  expect(pressed()).toEqual(['true', 'true', 'true']);
  for (const label of ['Votes', 'Players', 'Share']) await user.click(screen.getByText(label));
  expect(pressed()).toEqual(['false', 'false', 'true']);
  await user.click(screen.getByText('Votes'));
  expect(pressed()).toEqual(['true', 'false', 'true']);
  rerender(<TimeChart label="A summary." times={times} series={series.slice(0, 1)} />);
  expect(screen.queryByRole('button')).toBeNull();
});
