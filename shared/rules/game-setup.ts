import { bridgeScopes } from '../endpoints/bridge.ts';
import type { BridgeScope } from '../endpoints/bridge.ts';

/** The scopes of a new token, if nothing else is chosen: all but the one that lets experience go down. */
export const usualScopes: BridgeScope[] = bridgeScopes.filter(
  (scope) => scope !== 'hiscores:reset',
);

export const setupGames = [
  { value: 'lostcity', label: 'Lost City' },
  { value: '2006scape', label: '2006Scape' },
  { value: 'java', label: 'A game in Java or Kotlin' },
  { value: 'simulator', label: 'Simulator, for a test without a game' },
  { value: 'other', label: 'Another game' },
] as const;
export type SetupGame = (typeof setupGames)[number]['value'];

type Given = { token: string; origin: string; password: string };
type Step = { label: string; code: string };

/** The lines that an owner copies to connect a game, with the token and the site's address filled in. */
export function listSetupSteps(game: SetupGame, { token, origin, password }: Given): Step[] {
  const access = `BRIDGE_URL=${origin}\nBRIDGE_TOKEN=${token}`;
  if (game === 'lostcity') {
    return [
      { label: 'adapters/lostcity/.env', code: access },
      { label: 'The game’s .env', code: lostCitySettings },
      { label: 'Check, then start', code: commandsOf('lostcity') },
    ];
  }
  if (game === '2006scape') {
    const settings = `${access}\nCHARACTERS_DIR=/path/to/the/game/data/characters\nWEBSITE_PASSWORD=${password}`;
    return [
      { label: 'adapters/2006scape/.env', code: settings },
      {
        label: 'The game’s ServerConfig.json',
        code: '"website_integration": true,\n"website_link": "http://127.0.0.1:43580",',
      },
      { label: 'The game’s data/secrets.json', code: `"websitepass": "${password}",` },
      { label: 'Check, then start', code: commandsOf('2006scape') },
    ];
  }
  if (game === 'java') {
    return [
      { label: 'The game’s environment', code: access },
      { label: 'When the game starts', code: javaStart },
    ];
  }
  if (game === 'simulator') {
    return [
      { label: 'adapters/simulator/.env', code: access },
      { label: 'Check, then start', code: commandsOf('simulator') },
    ];
  }
  const call = `curl ${origin}/api/bridge/v1/contracts -H "Authorization: Bearer ${token}"`;
  return [{ label: 'Try the token', code: call }];
}

function commandsOf(adapter: string): string {
  return `npm run adapter -- ${adapter} --check\nnpm run adapter -- ${adapter}`;
}

const javaStart = `WynholdBridge bridge = WynholdBridge
    .builder(System.getenv("BRIDGE_URL"), System.getenv("BRIDGE_TOKEN"))
    .gameThread(world::submit)
    .start();`;

/** Without NODE_PRODUCTION every player of the game is staff. */
const lostCitySettings = `NODE_PRODUCTION=true
EASY_STARTUP=false
LOGIN_SERVER=true
LOGIN_HOST=127.0.0.1
LOGIN_PORT=43500
FRIEND_SERVER=true
FRIEND_HOST=127.0.0.1
FRIEND_PORT=45099`;
