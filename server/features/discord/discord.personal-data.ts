import { sql } from 'kysely';

import { deletedName, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

import { deleteLink } from './links.db.ts';
import { replaceInVotes } from './messages.db.ts';
import { toVoter } from './things.ts';

export const discordPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Your Discord account',
      ['discord_links', 'discord_members'],
      ({ id }) => sql`
        select link.discord_id, name, linked_at, roles
        from discord_links as link left join discord_members as member using (discord_id)
        where account_id = ${id}`,
    ),
    ownRows(
      'Messages to Discord about you',
      'discord_messages.account_id',
      'title, created_at, state',
      { orderBy: 'id' },
    ),
  ],
  deletes: ['discord_messages'],
  /** The job takes the roles back and then forgets the Discord account. */
  async erase(trx, { id, username }) {
    await deleteLink(trx, id);
    await replaceInVotes(trx, toVoter(username), toVoter(deletedName));
  },
};
