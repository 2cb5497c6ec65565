import type { Generated } from 'kysely';

import type { LabelTone } from '#shared/rules/labels.ts';
import type { ListIcon } from '#shared/rules/list-icons.ts';

export type SupportersTables = {
  supporter_steps: {
    id: number;
    name: string;
    icon: ListIcon;
    colour: LabelTone;
    /** Bought in total; see server/db/functions/supporter_coins.sql. */
    coins: number;
    thanks: string;
    game_rank: string | null;
  };
  /** Ranks sent to the game; written by update_supporter. */
  supporter_grants: {
    purchase_id: number;
    account_id: number;
    step_id: number;
    game_rank: string;
    /** The step was lost, but the rank could not be taken back yet. */
    is_ending: Generated<boolean>;
    ended_at: Date | null;
  };
};
