import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

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
