import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { chooseLabel, getDefaultLabel } from '#server/features/labels/labels.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type {
  Claims,
  EventDraft,
  EventEdit,
  EventSettings,
  GameEvent,
} from '#shared/endpoints/events.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { describeRepeat } from '#shared/rules/event-series.ts';
import {
  canHostEvents,
  canManageEvent,
  findTimeProblem,
  formatEventTime,
  readEventTime,
} from '#shared/rules/events.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './events.db.ts';
import type { AttendanceState, EventRow } from './events.db.ts';
import { eventSettings } from './events.settings.ts';
import { findSeriesId, lockSeries, updateSeries } from './series.db.ts';
import { createSeries, deleteFollowing, updateFollowing } from './series.service.ts';

/**
 * A player has at most one attendance row per event, and the counts are computed from the rows, so
 * concurrent requests cannot make them inconsistent. The session decides who the caller is; claims in
 * the body must agree with it.
 */
type Caller = { account: SessionAccount; actor: Actor };

export async function listUpcoming({ db }: Pick<Deps, 'db'>, limit?: number): Promise<GameEvent[]> {
  return (await queries.findUpcomingEvents(db, limit)).map(toGameEvent);
}

/** Adds days on both sides: the month view shows days of the neighbouring months, in any zone. */
export async function listMonth({ db }: Pick<Deps, 'db'>, month: string): Promise<GameEvent[]> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const week = 7 * 86_400_000;
  const rows = await queries.findEventsBetween(
    db,
    new Date(from.getTime() - week),
    new Date(to.getTime() + 2 * week),
  );
  return rows.map(toGameEvent);
}

export async function createEvent(
  deps: Pick<Deps, 'db' | 'live'>,
  account: SessionAccount,
  draft: EventDraft & Claims,
): Promise<GameEvent> {
  assertClaimsMatchSession(account, draft);
  assertMatches('communityManager', draft.communityManager, account.communityManager);
  if (!canHostEvents(account, await getEventSettings(deps))) {
    throw new AppError(
      'events/may-not-host',
      'Only staff and community managers may host events here.',
    );
  }
  const startsAt = getFutureTime(draft.dateTime);
  return transaction(deps.db, async (trx) => {
    const type = draft.type ?? (await getDefaultLabel({ db: trx }, 'events'));
    await chooseLabel(trx, 'events', { key: type });
    const { title, description, repeat } = draft;
    const text = { title, description, type, zone: toKnownZone(draft.zone) ?? 'UTC' };
    const host = {
      creator_id: account.id,
      creator_rights: account.userRights,
      community_manager: account.communityManager,
    };
    const id = repeat
      ? await createSeries(trx, host, { ...text, startsAt, repeat })
      : await queries.insertEvent(trx, { ...text, ...host, starts_at: startsAt });
    return publishEvent(deps, trx, id);
  });
}

export async function updateEvent(
  deps: Pick<Deps, 'db' | 'live'>,
  { account, actor }: Caller,
  id: number,
  edit: EventEdit,
): Promise<GameEvent> {
  assertClaimsMatchSession(account, edit);
  return transaction(deps.db, async (trx) => {
    const before = await lockManagedEvent(trx, account, id);
    if (before.startsAt <= new Date()) throw alreadyBegun();
    assertEditMatchesStored(before, edit);
    const startsAt = getFutureTime(edit.dateTime);
    const { title, description, type = before.type } = edit;
    const typeName = await chooseLabel(trx, 'events', { key: type, present: before.type });
    const text = { title, description, type, zone: toKnownZone(edit.zone) ?? before.zone };
    const { scope, repeat } = edit;
    if (scope === 'following') {
      await updateFollowing(trx, getSeriesDate(before), { ...text, startsAt, repeat });
    } else {
      const is_changed = before.seriesId !== null;
      await queries.updateEvent(trx, id, { ...text, starts_at: startsAt, is_changed });
    }
    const after = { title, description, type: typeName, startsAt, ...describeScope(edit) };
    await recordForeignChange(trx, actor, { action: 'events/edited', before, after });
    return publishEvent(deps, trx, id);
  });
}

export async function deleteEvent(
  deps: Pick<Deps, 'db' | 'live'>,
  { account, actor }: Caller,
  id: number,
  { scope }: Pick<EventEdit, 'scope'>,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const before = await lockManagedEvent(trx, account, id);
    if (scope === 'following') {
      await deleteFollowing(trx, getSeriesDate(before));
    } else {
      await queries.softDeleteEvent(trx, id);
      // Its calendar entry has a new exception.
      if (before.seriesId !== null) await updateSeries(trx, before.seriesId, {});
    }
    const after = describeScope({ scope });
    await recordForeignChange(trx, actor, { action: 'events/deleted', before, after });
    await deps.live.publish(trx, { topic: 'events', data: { id: String(id) } });
  });
}

/** `none` removes the attendance. Idempotent. */
export async function setAttendance(
  deps: Pick<Deps, 'db' | 'live'>,
  account: SessionAccount,
  mark: { eventId: number; state: AttendanceState | 'none'; userId?: string | undefined },
): Promise<GameEvent> {
  assertClaimsMatchSession(account, mark);
  const { eventId, state } = mark;
  return transaction(deps.db, async (trx) => {
    const startsAt = await queries.findStart(trx, eventId);
    if (!startsAt) throw notFound();
    if (startsAt <= new Date()) throw alreadyBegun();
    const hasChanged =
      state === 'none'
        ? await queries.deleteAttendance(trx, eventId, account.id)
        : await queries.upsertAttendance(trx, { eventId, accountId: account.id, state });
    return hasChanged
      ? publishEvent(deps, trx, eventId)
      : toGameEvent(await getEvent(trx, eventId));
  });
}

/** Invalidates cached lists: an event leaves the upcoming list when it begins, without any write. */
export async function publishBegunEvents({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  await transaction(db, async (trx) => {
    if ((await queries.markBegunEvents(trx)) > 0) await live.publish(trx, { topic: 'events' });
  });
}

export async function getEventSettings(deps: Pick<Deps, 'db' | 'live'>): Promise<EventSettings> {
  return { playersMayHost: await getSetting(deps, eventSettings.playersMayHost) };
}

export async function updateEventSettings(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  after: EventSettings,
): Promise<EventSettings> {
  const before = await getEventSettings(deps);
  await change(deps, actor, [], async (trx, audit) => {
    const setting = eventSettings.playersMayHost;
    await setSetting({ ...deps, db: trx }, setting, { value: after.playersMayHost, by: actor.id });
    audit('events/settings-changed', setting.key, { before, after });
  });
  return after;
}

async function publishEvent(
  { live }: Pick<Deps, 'live'>,
  trx: Trx,
  id: number,
): Promise<GameEvent> {
  await live.publish(trx, { topic: 'events', data: { id: String(id) } });
  return toGameEvent(await getEvent(trx, id));
}

async function getEvent(trx: Trx, id: number): Promise<EventRow> {
  const event = await queries.findEvent(trx, id);
  if (!event) throw notFound();
  return event;
}

/** The series first, like everything that changes several of its dates. */
async function lockManagedEvent(trx: Trx, account: SessionAccount, id: number): Promise<EventRow> {
  const seriesId = await findSeriesId(trx, id);
  if (seriesId) await lockSeries(trx, seriesId);
  const event = await queries.lockEvent(trx, id);
  if (!event) throw notFound();
  if ((event.seriesId ?? undefined) !== seriesId) throw outdated();
  if (!canManageEvent(account, event.creatorAccountId === account.id)) {
    throw new AppError('access/not-yours', 'Only staff and the host may change this event.');
  }
  return event;
}

export function notFound(): AppError {
  return new AppError('events/not-found', 'This event does not exist or was deleted.');
}

function alreadyBegun(): AppError {
  return new AppError('events/begun', 'This event has already begun.');
}

function assertClaimsMatchSession(account: SessionAccount, { userId, userRights }: Claims): void {
  if (userId !== undefined && toUsernameKey(userId) !== account.usernameKey) {
    throw new AppError(
      'access/not-yours',
      `You are logged in as ${account.username} and cannot act as someone else.`,
    );
  }
  assertMatches('userRights', userRights, account.userRights);
}

/** The client sends the whole event; fields that cannot be edited must match the stored ones. */
function assertEditMatchesStored(stored: EventRow, edit: EventEdit): void {
  assertMatches('id', edit.id, String(stored.id));
  assertMatches('creatorRights', edit.creatorRights, stored.creatorRights);
  assertMatches('communityManager', edit.communityManager, stored.communityManager);
  if (edit.creatorId !== undefined) {
    const creator = toUsernameKey(stored.creator ?? '');
    assertMatches('creatorId', toUsernameKey(edit.creatorId), creator);
  }
  if (edit.sequence !== undefined && edit.sequence !== stored.sequence) throw outdated();
}

function outdated(): AppError {
  return new AppError(
    'events/outdated',
    'Someone else changed this event while you were editing. Cancel, check the changes and try again.',
  );
}

function getSeriesDate({ id, seriesId, seriesDay }: EventRow) {
  if (seriesId === null || seriesDay === null) {
    throw invalidField('scope', 'This event does not repeat.');
  }
  return { id, seriesId, seriesDay };
}

/** For the audit log. */
function describeScope({ scope, repeat }: Pick<EventEdit, 'scope' | 'repeat'>) {
  if (scope === 'one') return undefined;
  const rule = repeat && `${describeRepeat(repeat)} until ${repeat.until}`;
  return { scope: 'this and all later dates', ...(rule && { repeat: rule }) };
}

function assertMatches<T>(field: string, sent: T | undefined, known: T): void {
  if (sent === undefined || sent === known) return;
  const text = `The value sent as ${field} does not match our records. Nothing was changed.`;
  throw new AppError('access/not-yours', text, { fields: { [field]: text } });
}

function getFutureTime(value: EventDraft['dateTime']): Date {
  const date = readEventTime(value);
  const problem = findTimeProblem(date, new Date());
  if (!date || problem) throw invalidField('dateTime', problem ?? 'Choose the date and time.');
  return date;
}

/** Drops a zone that Intl does not know, since formatting with it would throw. */
function toKnownZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  try {
    formatEventTime(new Date(0), zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** Hosts may change their own events without an entry in the audit log. */
async function recordForeignChange(
  trx: Trx,
  actor: Actor,
  { action, before, after }: { action: string; before: EventRow; after?: object | undefined },
): Promise<void> {
  if (before.creatorAccountId === actor.id) return;
  const { title, description, typeName, startsAt } = before;
  await recordAudit(trx, {
    actor,
    action,
    subject: String(before.id),
    before: { title, description, type: typeName, startsAt },
    after,
  });
}

function toGameEvent(row: EventRow): GameEvent {
  return {
    id: String(row.id),
    title: row.title,
    description: row.description,
    type: row.type,
    dateTime: row.startsAt.toISOString(),
    interested: row.interested,
    going: row.going,
    creatorId: row.creator ?? '',
    creatorRights: row.creatorRights,
    communityManager: row.communityManager,
    ...(row.modes && { modes: row.modes }),
    ...(row.supporters && { supporters: row.supporters }),
    zone: row.zone,
    sequence: row.sequence,
    ...toRepeat(row),
  };
}

function toRepeat({ seriesId, everyWeeks, weekdays, until }: EventRow): Pick<GameEvent, 'repeat'> {
  if (seriesId === null || !everyWeeks || !weekdays || !until) return {};
  return { repeat: { series: String(seriesId), everyWeeks, weekdays, until } };
}
