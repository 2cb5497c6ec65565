import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { LogList } from './log-list.tsx';

type Page = { page: number; pages: number; total: number; totals: { coins: number } | null };

const long: Page = { page: 1, pages: 1, total: 20_000, totals: null };
const sumAll = vi.fn<() => Promise<Page>>();

function Log({ player, data = long }: { player: string; data?: Page }) {
  return (
    <LogList
      query={{ data, error: null, refetch: () => Promise.resolve() }}
      link={undefined}
      csv={`/log.csv?player=${player}`}
      heading="Top-ups"
      sumAll={sumAll}
      renderTotals={({ coins }, total) => <dd>{`${coins} coins in ${total} entries`}</dd>}
    >
      {() => <p>Entries</p>}
    </LogList>
  );
}

test('the sums of a long log are those of its filter, and are asked for again with another one', async () => {
  sumAll.mockReset();
  sumAll.mockResolvedValueOnce({ ...long, total: 31_000, totals: { coins: 70 } });
  const { user, rerender } = render(<Log player="ash" />);
  screen.getByText('More than 20,000 entries match this filter.');
  screen.getByText('Top-ups (20,000+)');
  await user.click(screen.getByText('Count and Sum All'));
  await screen.findByText('70 coins in 31000 entries');
  rerender(<Log player="bow" />);
  expect(screen.queryByText('70 coins in 31000 entries')).toBeNull();
  sumAll.mockRejectedValueOnce(new Error('No connection.'));
  await user.click(screen.getByText('Count and Sum All'));
  await screen.findByText('No connection.');
  rerender(<Log player="cob" data={{ ...long, total: 3, totals: { coins: 9 } }} />);
  screen.getByText('9 coins in 3 entries');
  screen.getByText('Top-ups (3)');
  expect(sumAll).toHaveBeenCalledTimes(2);
});

test('a log without entries says that none match', () => {
  render(<Log player="ash" data={{ ...long, pages: 0, total: 0, totals: { coins: 0 } }} />);
  screen.getByText('No entries match this filter.');
  expect(screen.queryByText('Entries')).toBeNull();
});
