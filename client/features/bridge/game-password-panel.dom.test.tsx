import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';

import { GamePasswordPanel } from './game-password-panel.tsx';

test.each([
  { isNeeded: true, isSet: false, warns: true, button: 'Set Game Password' },
  { isNeeded: true, isSet: true, warns: false, button: 'Change Game Password' },
  { isNeeded: false, isSet: false, warns: false, button: 'Set Game Password' },
])('a game password that is missing where it is needed: %j', async (given) => {
  const { isNeeded, isSet, warns, button } = given;
  const setAt = isSet ? '2026-11-02T03:04:05Z' : null;
  render(<GamePasswordPanel />, {
    as: 'player',
    answers: { 'GET /api/account/game-password': { isNeeded, isSet, setAt } },
  });
  await screen.findByText(button);
  expect(screen.queryByText(/need a game password to log in/) !== null).toBe(warns);
  expect(screen.queryByText('Remove') !== null).toBe(isSet);
});

test('a new game password leaves its field', async () => {
  const read = 'GET /api/account/game-password';
  const save = 'PUT /api/account/game-password';
  const missing = { isNeeded: false, isSet: false, setAt: null };
  const set = { ...missing, isSet: true, setAt: '2026-11-02T03:04:05Z' };
  const { user } = render(<GamePasswordPanel />, {
    as: 'player',
    answers: { [read]: () => (requests(save).length > 0 ? set : missing), [save]: set },
  });
  await user.fill(await screen.findByLabelText('Game password'), 'lantern77');
  await user.click(screen.getByText('Set Game Password'));
  await screen.findByText('Your game password is set.');
  const field = await screen.findByLabelText<HTMLInputElement>('New game password');
  expect(requests(save).map(({ body }) => body)).toEqual([{ password: 'lantern77' }]);
  expect(field.value).toBe('');
});

test('a game password is removed after a question', async () => {
  const read = 'GET /api/account/game-password';
  const remove = 'DELETE /api/account/game-password';
  const missing = { isNeeded: false, isSet: false, setAt: null };
  const set = { ...missing, isSet: true, setAt: '2026-11-02T03:04:05Z' };
  const { user } = render(<GamePasswordPanel />, {
    as: 'player',
    answers: { [read]: () => (requests(remove).length > 0 ? missing : set), [remove]: undefined },
  });
  await screen.findByText('Set');
  await user.click(screen.getByText('Remove'));
  await screen.findByText(/^Remove your game password\?/);
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByText('Remove'));
  await screen.findByRole('alertdialog');
  await user.click(screen.getAllByText('Remove').at(-1)!);
  await screen.findByText('Your game password was removed.');
  await screen.findByLabelText('Game password');
  expect(screen.queryByText('Set')).toBeNull();
});

test('a game password that breaks the rule is not sent, and a refusal keeps it', async () => {
  const save = 'PUT /api/account/game-password';
  const missing = { isNeeded: false, isSet: false, setAt: null };
  const { user } = render(<GamePasswordPanel />, {
    as: 'player',
    answers: {
      'GET /api/account/game-password': missing,
      [save]: refuse('accounts/reauthentication-required', 'Sign in again.'),
    },
  });
  const field = await screen.findByLabelText<HTMLInputElement>('Game password');
  await user.fill(field, 'x');
  await user.click(screen.getByText('Set Game Password'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(requests(save)).toEqual([]);
  await user.clear(field);
  await user.fill(field, 'lantern77');
  await user.click(screen.getByText('Set Game Password'));
  await expect.poll(() => requests(save)).toHaveLength(1);
  const button = screen.getByText('Set Game Password').closest('button')!;
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  // The question for the password was closed.
  expect(screen.queryByText('Your game password is set.')).toBeNull();
  expect(screen.queryByText('Sign in again.')).toBeNull();
  expect(field.value).toBe('lantern77');
});
