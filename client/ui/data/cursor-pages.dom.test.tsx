import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { CursorPages } from './cursor-pages.tsx';

const fetchNextPage = vi.fn<() => void>();

function List() {
  const [pages, setPages] = useState(['Alpha']);
  const all = ['Alpha', 'Beta', 'Gamma'];
  const query = {
    data: { pages },
    hasNextPage: pages.length < all.length,
    isFetchingNextPage: false,
    fetchNextPage: () => {
      fetchNextPage();
      setPages(all.slice(0, pages.length + 1));
      return Promise.resolve();
    },
  };
  return (
    <CursorPages label="Pages" query={query}>
      {(page) => <p>Shows {page}</p>}
    </CursorPages>
  );
}

test('a list read by cursor goes back page by page, without reading a page twice', async () => {
  fetchNextPage.mockReset();
  const { user } = render(<List />);
  screen.getByText('Shows Alpha');
  expect(screen.getByText<HTMLButtonElement>('Previous').disabled).toBe(true);
  await user.click(screen.getByText('Next'));
  await user.click(screen.getByText('Next'));
  screen.getByText('Shows Gamma');
  expect(screen.getByText<HTMLButtonElement>('Next').disabled).toBe(true);
  await user.click(screen.getByText('Previous'));
  screen.getByText('Shows Beta');
  screen.getByText('Page 2');
  await user.click(screen.getByText('Next'));
  screen.getByText('Shows Gamma');
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});
