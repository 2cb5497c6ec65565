import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { render } from '#client/testing/render-page.tsx';
import { AppError } from '#shared/errors.ts';

import { usePlayerChange } from './use-player-change.ts';

type Props = { send: () => Promise<unknown>; isDangerous?: boolean; question?: string };

function Panel({ send, isDangerous = false, question }: Props) {
  const { run, isPending } = usePlayerChange();
  const change = {
    send,
    isDangerous,
    ...(question && { question }),
    confirmLabel: 'Ban',
    done: 'Marrow is banned.',
  };
  return (
    <>
      <button onClick={() => void run(change).then(result)}>Go</button>
      <p>{isPending ? 'Pending' : 'Idle'}</p>
    </>
  );
}

const result = vi.fn<(isDone: boolean) => void>();

function open(props: Props) {
  result.mockReset();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const reloads = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey);
  return { ...render(<Panel {...props} />, { as: 'admin' }), reloads };
}

test('a change is sent once it is confirmed; then the player is read again', async () => {
  const send = vi.fn(() => Promise.resolve());
  const { user, reloads } = open({ send, question: 'Ban Marrow?', isDangerous: true });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Ban Marrow?');
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(screen.getByText('Ban'));
  await screen.findByText('Marrow is banned.');
  expect(send).toHaveBeenCalledOnce();
  expect(reloads()).toEqual([['admin']]);
  expect(result).toHaveBeenCalledWith(true);
});

test('a change that is not confirmed is not sent', async () => {
  const send = vi.fn(() => Promise.resolve());
  const { user, reloads } = open({ send, question: 'Ban Marrow?' });
  await user.click(screen.getByText('Go'));
  await user.click(await screen.findByText('Cancel'));
  await vi.waitFor(() => expect(result).toHaveBeenCalledWith(false));
  expect(send).not.toHaveBeenCalled();
  expect(reloads()).toEqual([]);
});

test('a refused change says why, and the player is read again', async () => {
  const send = () => Promise.reject(new AppError('admin/outdated', 'Someone changed Marrow.'));
  const { user, reloads } = open({ send });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Someone changed Marrow.');
  expect(screen.queryByText('Marrow is banned.')).toBeNull();
  expect(result).toHaveBeenCalledWith(false);
  expect(reloads()).toEqual([['admin']]);
});
