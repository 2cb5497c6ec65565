import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { Pager } from './pager.tsx';

function open(page: number, pages: number) {
  const onPage = vi.fn<(page: number) => void>();
  return { ...render(<Pager label="Pages" page={page} pages={pages} onPage={onPage} />), onPage };
}

test('a pager leads to the page before and the page after', async () => {
  const { user, onPage } = open(2, 3);
  screen.getByText('Page 2 of 3');
  await user.click(screen.getByText('Next'));
  await user.click(screen.getByText('Previous'));
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});

test.each([
  ['first', 1, 'Previous', 'Next'],
  ['last', 3, 'Next', 'Previous'],
])('on the %s page there is no further step', (_, page, disabled, enabled) => {
  open(page, 3);
  expect(screen.getByText<HTMLButtonElement>(disabled).disabled).toBe(true);
  expect(screen.getByText<HTMLButtonElement>(enabled).disabled).toBe(false);
});

test('a list of one page has no pager', () => {
  open(1, 1);
  expect(screen.queryByRole('navigation')).toBeNull();
});
