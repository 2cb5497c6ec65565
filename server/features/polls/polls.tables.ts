import type { Generated, GeneratedAlways } from 'kysely';

export type PollsTables = {
  polls: {
    id: GeneratedAlways<number>;
    title: string;
    ends_at: Date;
    ended_at: Date | null;
    min_account_age_days: Generated<number>;
    min_total_level: Generated<number>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: number | null;
  };
  poll_questions: {
    poll_id: number;
    position: number;
    question: string;
  };
  poll_answers: {
    poll_id: number;
    question: number;
    position: number;
    answer: string;
    votes: Generated<number>;
  };
  poll_votes: {
    id: GeneratedAlways<number>;
    poll_id: number;
    question: number;
    account_id: number | null;
    answer: number;
    voted_at: Generated<Date>;
  };
  /** Players who voted before the poll was imported; their answers are not known. */
  poll_past_voters: {
    account_id: number;
    poll_id: number;
  };
};
