import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { updateVoteRules, VoteListDraft } from '#shared/endpoints/votes.ts';
import type { VoteRules } from '#shared/endpoints/votes.ts';

const readReward = (fields: FormFields) => ({
  coins: toNumber(fields['coins'] || '0'),
  shopItemId: fields['shopItemId'] ? Number(fields['shopItemId']) : null,
});

export function checkList(fields: FormFields): Checked<VoteListDraft> {
  return checkValues(VoteListDraft, {
    ...fields,
    ...readReward(fields),
    tokenLength: toNumber(fields['tokenLength']),
    intervalHours: toNumber(fields['intervalHours']),
    senders: (fields['senders'] ?? '').split(/[\s,]+/).filter(Boolean),
    isOn: fields['isOn'] === 'on',
  });
}

export function checkRules(fields: FormFields): Checked<VoteRules> {
  return checkValues(updateVoteRules.body!, {
    ...fields,
    ...readReward(fields),
    streakDays: toNumber(fields['streakDays'] || '0'),
    tellGames: fields['tellGames'] === 'on',
  });
}
