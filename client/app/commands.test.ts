import { expect, test } from 'vitest';

import { parseCommand, verbs } from './commands.ts';

test.each([
  ['ban wicker', { verb: 'ban', about: 'wicker' }],
  ['  Mute  Kettle Jack ', { verb: 'mute', about: 'Kettle Jack' }],
  ['unban oak', { verb: 'unban', about: 'oak' }],
  ['unmute oak', { verb: 'unmute', about: 'oak' }],
  ['kick 2fast', { verb: 'kick', about: '2fast' }],
  ['give 500 to oak', { verb: 'give', about: 'oak', amount: 500 }],
  ['give 1,500 coins to oak', { verb: 'give', about: 'oak', amount: 1500 }],
  ['give 20 Old Nite', { verb: 'give', about: 'Old Nite', amount: 20 }],
  ['give oak 30', { verb: 'give', about: 'oak', amount: 30 }],
  ['take 40 from oak 2', { verb: 'take', about: 'oak 2', amount: 40 }],
  ['refund 1042', { verb: 'refund', about: '1042' }],
  ['refund #7', { verb: 'refund', about: '7' }],
  ['restart in 5', { verb: 'restart', seconds: 300 }],
  ['restart 1 minute', { verb: 'restart', seconds: 60 }],
  ['restart in 30 seconds', { verb: 'restart', seconds: 30 }],
  ['restart in 60', { verb: 'restart', seconds: 3600 }],
  ['RESTART NOW', { verb: 'restart', seconds: 0 }],
  ['restart in 90 Seconds', { verb: 'restart', seconds: 90 }],
  ['restart now', { verb: 'restart', seconds: 0 }],
  ['restart 3600 s', { verb: 'restart', seconds: 3600 }],
  ['restart in 0', { verb: 'restart', seconds: 0 }],
  [`broadcast ${'x'.repeat(200)}`, { verb: 'broadcast', message: 'x'.repeat(200) }],
  ['broadcast Back in 5', { verb: 'broadcast', message: 'Back in 5' }],
])('“%s” is a command', (text, command) => {
  expect(parseCommand(text)).toEqual(command);
});

test.each([
  'ban',
  'banner ads',
  'wicker',
  'give oak',
  'give 500',
  'give 500 to',
  'give 0 to oak',
  'restart in 61',
  'restart 3601 s',
  'take -5 from oak',
  'restart soon',
  'restart in',
  `broadcast ${'x'.repeat(201)}`,
])('“%s” is not', (text) => {
  expect(parseCommand(text)).toBeUndefined();
});

test('each command needs the permission of what it does, and coins an admin', () => {
  const needed = Object.entries(verbs).map(([verb, { endpoint }]) => [verb, endpoint.permissions]);
  expect(Object.fromEntries(needed)).toEqual({
    ban: ['players'],
    mute: ['players'],
    unban: ['players'],
    unmute: ['players'],
    kick: ['players'],
    give: undefined,
    take: undefined,
    refund: ['shop'],
    restart: ['server'],
    broadcast: ['server'],
  });
});
