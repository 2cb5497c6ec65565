import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import { AppError } from '#shared/errors.ts';

import { queryClient } from './query-client.ts';
import { useAction } from './use-action.ts';
import type { Action } from './use-action.ts';

type Props = Pick<Action, 'call' | 'danger' | 'ask' | 'isCancelable' | 'undo' | 'refresh'>;

function Panel(props: Props) {
  const { run, isPending } = useAction();
  const change = { ...props, name: 'Ban', done: 'Marrow is banned.' };
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

test('a change is sent once it is confirmed; then the admin area is read again', async () => {
  const call = vi.fn(() => Promise.resolve());
  const { user, reloads } = open({ call, ask: 'Ban Marrow?', danger: true });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Ban Marrow?');
  expect(call).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(screen.getByText('Ban'));
  await screen.findByText('Marrow is banned.');
  expect(call).toHaveBeenCalledOnce();
  expect(reloads()).toEqual([['admin']]);
  expect(result).toHaveBeenCalledWith(true);
});

test('a change that is not confirmed is not sent', async () => {
  const call = vi.fn(() => Promise.resolve());
  const { user, reloads } = open({ call, ask: 'Ban Marrow?' });
  await user.click(screen.getByText('Go'));
  await user.click(await screen.findByText('Cancel'));
  await vi.waitFor(() => expect(result).toHaveBeenCalledWith(false));
  expect(call).not.toHaveBeenCalled();
  expect(reloads()).toEqual([]);
});

test('a refused change says why, and the admin area is read again', async () => {
  const call = () => Promise.reject(new AppError('admin/outdated', 'Someone changed Marrow.'));
  const { user, reloads } = open({ call });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Someone changed Marrow.');
  expect(screen.queryByText('Marrow is banned.')).toBeNull();
  expect(result).toHaveBeenCalledWith(false);
  expect(reloads()).toEqual([['admin']]);
});

const needsPassword = () =>
  Promise.reject(new AppError('accounts/reauthentication-required', 'Confirm first.'));

test('a call whose password is not entered says so', async () => {
  const { user } = open({ call: needsPassword });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Confirm first.');
  expect(result).toHaveBeenCalledWith(false);
});

test('a call that may be cancelled ends without a message if the password is not entered', async () => {
  const { user } = open({ call: needsPassword, isCancelable: true });
  await user.click(screen.getByText('Go'));
  await vi.waitFor(() => expect(result).toHaveBeenCalledWith(false));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a question of its own decides', async () => {
  const call = vi.fn(() => Promise.resolve());
  const ask = vi.fn(() => Promise.resolve(false));
  const { user } = open({ call, ask });
  await user.click(screen.getByText('Go'));
  await vi.waitFor(() => expect(result).toHaveBeenCalledWith(false));
  expect(call).not.toHaveBeenCalled();
  ask.mockResolvedValue(true);
  await user.click(screen.getByText('Go'));
  await screen.findByText('Marrow is banned.');
  expect(call).toHaveBeenCalledOnce();
});

test('a change with an opposite can be undone once, for ten seconds', async () => {
  const undo = vi.fn(() => Promise.resolve());
  const { user, reloads } = open({ call: () => Promise.resolve(), undo });
  await user.click(screen.getByText('Go'));
  await screen.findByText('Marrow is banned.');
  expect(undo).not.toHaveBeenCalled();
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Undone.');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Undo')).toBeNull();
  expect(screen.queryByText('Marrow is banned.')).toBeNull();
  expect(reloads()).toEqual([['admin'], ['admin']]);
});

test('what a change and its undo read again can be chosen', async () => {
  const done = () => Promise.resolve();
  const { user, reloads } = open({ call: done, undo: done, refresh: ['site'] });
  await user.click(screen.getByText('Go'));
  await user.click(await screen.findByText('Undo'));
  await screen.findByText('Undone.');
  expect(reloads()).toEqual([['site'], ['site']]);
});

test('an undo that is refused says why', async () => {
  const undo = () => Promise.reject(new AppError('admin/outdated', 'Someone changed Marrow.'));
  const { user } = open({ call: () => Promise.resolve(), undo });
  await user.click(screen.getByText('Go'));
  await user.click(await screen.findByText('Undo'));
  await screen.findByText('Someone changed Marrow.');
});
