import type { BridgeScope } from '#shared/endpoints/bridge.ts';

export const scopeTexts: { scope: BridgeScope; label: string; hint: string }[] = [
  {
    scope: 'heartbeat',
    label: 'Heartbeat',
    hint: 'Reports that the game is up and who is online.',
  },
  { scope: 'hiscores', label: 'Hiscores', hint: 'Sends levels and experience.' },
  {
    scope: 'hiscores:reset',
    label: 'Reset experience',
    hint: 'Allows experience to go down. Written to the audit log.',
  },
  { scope: 'deliveries', label: 'Deliveries', hint: 'Hands out what players have bought.' },
  {
    scope: 'commands',
    label: 'Commands',
    hint: 'Receives kicks, bans, broadcasts and other commands.',
  },
  { scope: 'moderation', label: 'Moderation', hint: 'Reports mutes and bans given in the game.' },
  { scope: 'contracts', label: 'Contracts', hint: 'Reads the skilling contracts.' },
  { scope: 'sanctions', label: 'Sanctions', hint: 'Reads who is muted and banned.' },
  { scope: 'login', label: 'Login', hint: 'Checks passwords when players log in to the game.' },
  { scope: 'names', label: 'Names', hint: 'Reports codes that players type to claim their names.' },
];
