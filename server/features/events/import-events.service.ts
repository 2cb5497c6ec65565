import type { Trx } from '#server/db/schema.ts';

import { insertAttendance, insertEvent } from './events.db.ts';

type EventToImport = {
  title: string;
  description: string;
  /** The key of a label. */
  type: string;
  startsAt: Date;
  createdAt: Date;
  creatorId: number | null;
  creatorRights: number;
  communityManager: boolean;
  goingIds: number[];
  interestedIds: number[];
};

/** An event of another site with its attendance. Past events are not announced. */
export async function importEvent(trx: Trx, event: EventToImport): Promise<number> {
  const eventId = await insertEvent(trx, {
    title: event.title,
    description: event.description,
    type: event.type,
    starts_at: event.startsAt,
    creator_id: event.creatorId,
    creator_rights: event.creatorRights,
    community_manager: event.communityManager,
    created_at: event.createdAt,
    updated_at: event.createdAt,
    is_begun_announced: event.startsAt <= new Date(),
  });
  const going = new Set(event.goingIds);
  const interested = new Set(event.interestedIds.filter((id) => !going.has(id)));
  await insertAttendance(trx, eventId, { going: [...going], interested: [...interested] });
  return eventId;
}
