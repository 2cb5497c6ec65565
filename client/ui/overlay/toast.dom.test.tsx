import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { showToast } from './toast.tsx';

const shown = () => screen.queryAllByText(/^Toast/).map(({ textContent }) => textContent);

test('at most four toasts are shown, each for its time, unless it is focused', async () => {
  render(<p>Page</p>);
  act(() => showToast('Toast 0'));
  await screen.findByText('Toast 0');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  act(() => {
    for (const number of [1, 2, 3]) showToast(`Toast ${number}`);
    showToast('Toast long', { seconds: 15 });
  });
  expect(shown()).toEqual(['Toast 1', 'Toast 2', 'Toast 3', 'Toast long']);
  const dismiss = screen.getAllByLabelText('Dismiss', { selector: 'button' });
  dismiss[0]!.focus();
  act(() => void vi.advanceTimersByTime(5999));
  expect(shown()).toHaveLength(4);
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toEqual(['Toast 1', 'Toast long']);
  act(() => void vi.advanceTimersByTime(9000));
  expect(shown()).toEqual(['Toast 1']);
  act(() => dismiss[0]!.click());
  expect(shown()).toEqual([]);
});

test('Undo of a toast runs once and closes it', async () => {
  render(<p>Page</p>);
  const onUndo = vi.fn();
  act(() => {
    showToast('Toast 1', { onUndo });
    showToast('Toast 2');
  });
  await screen.findByText('Toast 2');
  act(() => screen.getByText('Undo').click());
  expect(onUndo).toHaveBeenCalledOnce();
  expect(shown()).toEqual(['Toast 2']);
  expect(screen.queryByText('Undo')).toBeNull();
});
