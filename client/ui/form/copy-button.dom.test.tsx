import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { CopyButton } from './copy-button.tsx';

test('a text is copied, and the button says so for a moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<CopyButton text={() => 'oak'} label="Copy it" copiedLabel="Done" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fireEvent.click(screen.getByText('Copy it'));
  await act(() => Promise.resolve());
  expect(write).toHaveBeenCalledExactlyOnceWith('oak');
  act(() => void vi.advanceTimersByTime(2499));
  screen.getByText('Done');
  act(() => void vi.advanceTimersByTime(1));
  screen.getByText('Copy it');
});

test('a browser that refuses leaves the button as it is', async () => {
  const { user } = render(<CopyButton text="oak" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'));
  await user.click(screen.getByText('Copy'));
  expect(write).toHaveBeenCalledExactlyOnceWith('oak');
  await act(() => Promise.resolve());
  expect(screen.queryByText('Copied')).toBeNull();
});
