import { expect, test } from 'vitest';

import { listSetupSteps, setupGames, usualScopes } from './game-setup.ts';

const given = { token: 'gb_1_secret', origin: 'https://play.example', password: 'Pass11' };
const access = 'BRIDGE_URL=https://play.example\nBRIDGE_TOKEN=gb_1_secret';
const commands = (adapter: string) =>
  `npm run adapter -- ${adapter} --check\nnpm run adapter -- ${adapter}`;

test('a new token may do everything except lower the experience of players', () => {
  expect(usualScopes).not.toContain('hiscores:reset');
  expect(usualScopes).toEqual(expect.arrayContaining(['hiscores', 'deliveries', 'login', 'names']));
});

test('each kind of game is set up with the token and the address of the site', () => {
  const steps = Object.fromEntries(
    setupGames.map(({ value }) => [value, listSetupSteps(value, given).map(({ code }) => code)]),
  );
  expect(steps).toEqual({
    lostcity: [access, expect.stringMatching(/^NODE_PRODUCTION=true\n/), commands('lostcity')],
    '2006scape': [
      `${access}\nCHARACTERS_DIR=/path/to/the/game/data/characters\nWEBSITE_PASSWORD=Pass11`,
      '"website_integration": true,\n"website_link": "http://127.0.0.1:43580",',
      '"websitepass": "Pass11",',
      commands('2006scape'),
    ],
    java: [access, expect.stringContaining('System.getenv("BRIDGE_TOKEN")')],
    simulator: [access, commands('simulator')],
    other: [
      'curl https://play.example/api/bridge/v1/contracts -H "Authorization: Bearer gb_1_secret"',
    ],
  });
});
