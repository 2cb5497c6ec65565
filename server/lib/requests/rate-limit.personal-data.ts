import { sql } from 'kysely';

import type { PersonalData } from '../data/personal-data.ts';

export const rateLimitPersonalData: PersonalData = {
  async erase(trx, { usernameKey, email }) {
    await sql`
      delete from rate_limits
      where position(${email.toLowerCase()} in lower(key)) > 0
        or starts_with(key, ${`game login name ${usernameKey}`})`.execute(trx);
  },
};
