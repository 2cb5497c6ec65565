import type { Generated } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

/** Experience in tenths by the name of the skill. */
export type ExperienceBySkill = Record<string, number>;

export type VisitsTables = {
  account_visits: {
    account_id: number;
    seen_at: Generated<Date>;
    seen_experience: NullableJsonColumn<ExperienceBySkill>;
    /** The last look of the visit before. */
    last_visit_at: Date | null;
    last_visit_experience: NullableJsonColumn<ExperienceBySkill>;
  };
};
