import type { Generated, GeneratedAlways } from 'kysely';

import type { JsonColumn } from '#server/db/columns.ts';

export type SandboxTables = {
  sandbox_sessions: {
    id: string;
    payment_id: string | null;
    status: Generated<'open' | 'complete' | 'expired'>;
    payment_status: Generated<'paid' | 'unpaid'>;
    amount: number;
    currency: string;
    product: string;
    reference: string | null;
    metadata: JsonColumn<Record<string, string>>;
    payment_metadata: JsonColumn<Record<string, string>>;
    success_url: string;
    cancel_url: string;
    card: string | null;
    idempotency_key: string | null;
    request: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  sandbox_refunds: {
    id: string;
    payment_id: string;
    amount: number;
    status: 'pending' | 'succeeded' | 'failed';
    metadata: JsonColumn<Record<string, string>>;
    idempotency_key: string | null;
    request: string;
    created_at: Generated<Date>;
    fails_at: Date | null;
    currency: string;
  };
  sandbox_disputes: {
    id: string;
    payment_id: string;
    amount: number;
    status: 'needs_response' | 'won' | 'lost';
    created_at: Generated<Date>;
    currency: string;
  };
  sandbox_events: {
    seq: GeneratedAlways<number>;
    id: string;
    type: string;
    body: JsonColumn;
    created_at: Generated<Date>;
    attempts: Generated<number>;
    next_attempt_at: Generated<Date | null>;
    last_error: string | null;
  };
};
