import { defineSetting } from '#server/lib/data/settings.ts';
import { VoteRules } from '#shared/endpoints/votes.ts';

export const voteRules = defineSetting('votes.rules', VoteRules, {
  streakDays: 0,
  coins: 0,
  shopItemId: null,
  prize: '',
  tellGames: true,
});
