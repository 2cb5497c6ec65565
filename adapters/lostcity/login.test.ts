import { describe, expect, it } from 'vitest';

import type { GameLogin } from '#shared/endpoints/bridge.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import { createLogin } from './login.ts';
import type { PlayerLogin } from './messages.ts';
import type { Opened, Sessions } from './sessions.ts';

type Refusal = Extract<GameLogin, { ok: false }>;

const accepted: GameLogin = {
  ok: true,
  accountId: 7,
  name: 'Aria',
  rank: 1,
  isMuted: false,
  mutedUntil: null,
};

/** The website and the stored sessions give these answers. */
function open(answer: GameLogin, opened: Opened = { kind: 'new' }, gameWaitsMs = 10_000) {
  const sent: unknown[] = [];
  const asked: string[] = [];
  const checked: string[] = [];
  const lines: string[] = [];
  const bridge = {
    async call(_endpoint: unknown, input: unknown, options: unknown) {
      sent.push({ input, options });
      return answer;
    },
  } as unknown as Bridge;
  const sessions = {
    async open(player: string) {
      asked.push(player);
      return opened;
    },
  } as unknown as Sessions;
  const logIn = createLogin({
    bridge,
    sessions,
    checkSession: (player) => void checked.push(player),
    profile: 'main',
    members: false,
    log: { info: (text) => void lines.push(text), warn: (text) => void lines.push(text) },
    gameWaitsMs,
  });
  return { logIn, sent, asked, checked, lines };
}

const message = (change: Partial<PlayerLogin> = {}): PlayerLogin => ({
  type: 'player_login',
  replyTo: 1,
  nodeId: 10,
  profile: 'main',
  username: 'aria',
  password: 'secret',
  remoteAddress: '198.51.100.7',
  reconnecting: false,
  hasSave: false,
  ...change,
});

describe('a login', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '0.0.0.0'],
    ['', '0.0.0.0'],
    ['198.51.100.7:5000', '0.0.0.0'],
  ])('from the address "%s" counts as from %s', async (remoteAddress, ip) => {
    const { logIn, sent } = open(accepted);
    await logIn(message({ remoteAddress }));
    expect(sent).toEqual([
      {
        input: { body: { name: 'aria', password: 'secret', ip } },
        options: { deadlineMs: 5_000, attempts: 3 },
      },
    ]);
  });

  it.each<[Refusal['code'], number]>([
    ['wrong-credentials', 1],
    ['game-password-needed', 1],
    ['banned', 5],
    ['too-many-attempts', 8],
    ['name-changing', 8],
  ])(
    'that the website refuses as %s gets the answer %i and opens no session',
    async (code, response) => {
      const { logIn, asked, lines } = open({
        ok: false,
        code,
        message: 'Why.',
        reason: null,
        until: null,
      });
      expect(await logIn(message())).toEqual({ response });
      expect(asked).toEqual([]);
      // The game itself says nothing about a game password.
      expect(lines).toEqual(code === 'game-password-needed' ? ['aria was refused: Why.'] : []);
    },
  );

  it.each<[Opened, object]>([
    [{ kind: 'new' }, { response: 4 }],
    [{ kind: 'reconnected' }, { response: 2 }],
    [
      { kind: 'returning', save: 'AAAA' },
      { response: 0, save: 'AAAA' },
    ],
  ])('to a session that is %j gets what the website says of the account', async (opened, reply) => {
    const { logIn } = open(accepted, opened);
    expect(await logIn(message())).toEqual({
      ...reply,
      account_id: 7,
      staffmodlevel: 1,
      muted_until: null,
      members: false,
      messageCount: 0,
    });
  });

  it('to a session that may no longer exist has it checked', async () => {
    const { logIn, checked } = open(accepted, { kind: 'already-online' });
    expect(await logIn(message())).toEqual({ response: 3 });
    expect(checked).toEqual(['aria']);
  });

  it('opens no session after the game has stopped waiting', async () => {
    const { logIn, asked } = open(accepted, { kind: 'new' }, -1);
    expect(await logIn(message())).toEqual({ response: 7 });
    expect(asked).toEqual([]);
  });

  it('of a world that names no profile is one of ours', async () => {
    const { logIn } = open(accepted);
    expect(await logIn(message({ profile: undefined }))).toMatchObject({ response: 4 });
    expect(await logIn(message({ profile: 'beta' }))).toEqual({ response: 7 });
  });
});
