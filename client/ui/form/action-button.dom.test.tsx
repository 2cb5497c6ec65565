import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { render } from '#client/testing/render-page.tsx';

import { ActionButton, ActionSwitch } from './action-button.tsx';

test('a button runs its action once while it is pending', async () => {
  let finish = () => {};
  const call = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = render(<ActionButton label="Kick Ash" action={{ name: 'Kick', call }} />);
  const button = screen.getByRole('button', { name: 'Kick Ash' });
  expect(button.textContent).toBe('Kick');
  await user.click(button);
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(call).toHaveBeenCalledOnce();
  finish();
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
});

test('a switch shows the new state while it is sent, and the old one after a failure', async () => {
  let fail: (error: Error) => void = () => {};
  const asked = vi.fn();
  const { user } = render(
    <ActionSwitch
      label="Open"
      checked={false}
      action={(next) => ({
        call: () => {
          asked(next);
          return new Promise((_, reject) => (fail = reject));
        },
      })}
    />,
  );
  const isOn = () => screen.getByRole('switch').getAttribute('aria-checked') === 'true';
  await user.click(screen.getByRole('switch', { name: 'Open' }));
  expect(isOn()).toBe(true);
  await user.click(screen.getByRole('switch'));
  expect(isOn()).toBe(true);
  expect(asked).toHaveBeenCalledExactlyOnceWith(true);
  fail(new Error('The server is closed.'));
  await screen.findByText('The server is closed.');
  await vi.waitFor(() => expect(isOn()).toBe(false));
});

test('a switch keeps its state while its question is open', async () => {
  const call = vi.fn(() => Promise.resolve());
  const { user } = render(
    <ActionSwitch label="Open" checked action={() => ({ ask: 'Close it?', call })} />,
  );
  await user.click(screen.getByRole('switch'));
  await screen.findByText('Close it?');
  expect(document.querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByText('Cancel'));
  expect(call).not.toHaveBeenCalled();
});

test('a switch keeps the new state until everything is read again', async () => {
  let finish = () => {};
  const reading = new Promise<void>((resolve) => (finish = resolve));
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockReturnValue(reading);
  const { user } = render(
    <ActionSwitch
      label="Open"
      checked={false}
      action={() => ({ call: () => Promise.resolve() })}
    />,
  );
  const isOn = () => screen.getByRole('switch').getAttribute('aria-checked') === 'true';
  await user.click(screen.getByRole('switch'));
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
  expect(isOn()).toBe(true);
  finish();
  await vi.waitFor(() => expect(isOn()).toBe(false));
});
