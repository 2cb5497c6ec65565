import { expect, test } from 'vitest';

import { listSetupSteps, setupGames, usualScopes } from './game-setup.ts';
import type { SetupGame } from './game-setup.ts';

const given = { token: 'gb_1_token', origin: 'https://play.example', password: 'for the game' };
const access = 'BRIDGE_URL=https://play.example\nBRIDGE_TOKEN=gb_1_token';

test('each game has its files, which begin with the address and the token', () => {
  const labels = setupGames.map(({ value }) => [
    value,
    ...listSetupSteps(value, given).map(({ label }) => label),
  ]);
  expect(labels).toEqual([
    ['lostcity', 'adapters/lostcity/.env', 'The game’s .env', 'Check, then start'],
    [
      '2006scape',
      'adapters/2006scape/.env',
      'The game’s ServerConfig.json',
      'The game’s data/secrets.json',
      'Check, then start',
    ],
    ['java', 'The game’s environment', 'When the game starts'],
    ['simulator', 'adapters/simulator/.env', 'Check, then start'],
    ['other', 'Try the token'],
  ]);
  const first = (game: SetupGame) => listSetupSteps(game, given)[0]?.code;
  for (const game of ['lostcity', 'java', 'simulator'] as const) expect(first(game)).toBe(access);
  expect(first('2006scape')).toBe(
    `${access}\nCHARACTERS_DIR=/path/to/the/game/data/characters\nWEBSITE_PASSWORD=for the game`,
  );
  expect(first('other')).toBe(
    'curl https://play.example/api/bridge/v1/contracts -H "Authorization: Bearer gb_1_token"',
  );
});

test('an adapter is checked and started by its own name, and 2006Scape knows its password', () => {
  for (const game of ['lostcity', '2006scape', 'simulator'] as const) {
    expect(listSetupSteps(game, given).at(-1)?.code).toBe(
      `npm run adapter -- ${game} --check\nnpm run adapter -- ${game}`,
    );
  }
  const secrets = listSetupSteps('2006scape', given)[2]?.code;
  expect(secrets).toBe('"websitepass": "for the game",');
  // Otherwise every player of that game would be staff.
  expect(listSetupSteps('lostcity', given)[1]?.code).toContain('NODE_PRODUCTION=true');
});

test('a new token may do everything but lower experience', () => {
  expect(usualScopes).not.toContain('hiscores:reset');
  expect(usualScopes).toContain('hiscores');
  expect(usualScopes).toContain('login');
});
