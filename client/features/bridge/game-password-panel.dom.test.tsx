import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
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
