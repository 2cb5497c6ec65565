import type { Generated, GeneratedAlways } from 'kysely';

import type { SanctionKind, SanctionSource } from '#shared/endpoints/players.ts';

export type SanctionsTables = {
  sanctions: {
    id: GeneratedAlways<number>;
    account_id: number;
    kind: SanctionKind;
    reason: string;
    source: SanctionSource;
    issued_by: string;
    issued_at: Generated<Date>;
    expires_at: Date | null;
    lifted_at: Date | null;
    lifted_by: string | null;
  };
  infractions: {
    id: GeneratedAlways<number>;
    account_id: number;
    note: string;
    noted_by: string;
    at: Generated<Date>;
  };
};
