import type { CallbackReason } from '#shared/rules/votes.ts';

type Tone = 'moss' | 'neutral' | 'ember' | 'blood';

export const reasonTexts: Record<CallbackReason, { label: string; tone: Tone }> = {
  rewarded: { label: 'Rewarded', tone: 'moss' },
  repeated: { label: 'Repeated', tone: 'neutral' },
  test: { label: 'Test', tone: 'neutral' },
  'too-early': { label: 'Too early', tone: 'ember' },
  'not-counted': { label: 'Did not count', tone: 'ember' },
  expired: { label: 'Token expired', tone: 'ember' },
  'unknown-token': { label: 'Unknown token', tone: 'ember' },
  'list-off': { label: 'List is off', tone: 'ember' },
  'wrong-method': { label: 'Wrong method', tone: 'ember' },
  'foreign-sender': { label: 'Foreign sender', tone: 'blood' },
  'wrong-secret': { label: 'Wrong secret', tone: 'blood' },
};
