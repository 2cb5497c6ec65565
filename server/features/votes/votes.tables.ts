import type { Generated, GeneratedAlways } from 'kysely';

import type { CallbackReason, TokenAlphabet } from '#shared/rules/votes.ts';

export type VotesTables = {
  vote_lists: {
    id: GeneratedAlways<number>;
    name: string;
    link: string;
    token_parameter: Generated<string>;
    success_parameter: Generated<string>;
    success_value: Generated<string>;
    token_alphabet: TokenAlphabet;
    token_length: number;
    interval_hours: number;
    method: Generated<'any' | 'GET' | 'POST'>;
    senders: Generated<string[]>;
    coins: number;
    shop_item_id: number | null;
    is_on: Generated<boolean>;
    secret: string;
    position: number;
    version: Generated<number>;
  };
  vote_tokens: {
    id: GeneratedAlways<number>;
    list_id: number;
    account_id: number;
    hash: Buffer;
    is_test: Generated<boolean>;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  /** Rewarded votes. */
  votes: {
    id: GeneratedAlways<number>;
    token_id: number | null;
    list_id: number | null;
    list_name: string;
    account_id: number | null;
    voted_at: Generated<Date>;
    coins: number;
    purchase_id: number | null;
    streak: number;
    streak_coins: Generated<number>;
    streak_purchase_id: number | null;
  };
  vote_turns: {
    account_id: number;
    list_id: number;
    next_at: Date;
  };
  vote_streaks: {
    account_id: number;
    days: number;
    last_day: string;
  };
  /** The latest callbacks; the database limits how many there are. */
  vote_callbacks: {
    is_trusted: boolean;
    slot: number;
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    list_id: number;
    reason: CallbackReason;
    sender: string;
    token_id: number | null;
  };
};
