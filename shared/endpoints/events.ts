import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { chooseTime, eventLengths } from '../rules/events.ts';
import { formatNumber } from '../rules/format-count.ts';
import {
  Day,
  givenTimestamp,
  optionalText,
  Version,
  wholeNumber,
  wholeNumberText,
} from '../schemas.ts';
import { labelKey } from './labels.ts';

const endpoint = endpointsOf('Events');
const publicEndpoint = endpointsOf('Events', { access: 'public' });
const loginEndpoint = endpointsOf('Events', { access: 'login' });

export const getCalendar = publicEndpoint('GET /events.ics', {
  summary: 'The upcoming events and those of the last 30 days, for calendar apps to subscribe to.',
  response: z.string(),
  contentType: 'text/calendar',
});

export const getCalendarEvent = publicEndpoint('GET /events/{id}.ics', {
  summary: 'One event, for calendar apps.',
  response: z.string(),
  contentType: 'text/calendar',
});

const chooseDays = 'Choose at least one day of the week.';

/** The rule of an event that repeats. Its days are those of the event's time zone. */
const RepeatRule = z.object({
  everyWeeks: z.literal([1, 2], 'Choose every week or every second week.'),
  /** 1 is Monday. */
  weekdays: z.array(wholeNumber(1, 7), chooseDays).check(
    z.minLength(1, chooseDays),
    z.refine((days) => new Set(days).size === days.length, 'Name each day of the week once.'),
  ),
  /** The last day, at most a year after the first. */
  until: Day,
});

export type GameEvent = z.infer<typeof GameEvent>;
export const GameEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** The key of an event type; `labels` of `GET /api/site` has its name. */
  type: z.string(),
  /** ISO 8601 in UTC, to the minute. */
  dateTime: z.string(),
  interested: z.array(z.string()),
  going: z.array(z.string()),
  /** The host's username. */
  creatorId: z.string(),
  /** The creator's rights when the event was created. */
  creatorRights: z.int(),
  communityManager: z.boolean(),
  /** The keys of the game modes by username, of the host and those who come. Absent if none has one. */
  modes: z.optional(z.record(z.string(), z.string())),
  /** The same for supporter steps. */
  supporters: z.optional(z.record(z.string(), z.int())),
  /** The host's time zone, such as Europe/London. */
  zone: z.string(),
  /** Number of edits. An edit sends it back, so that two editors cannot overwrite each other. */
  sequence: z.int(),
  /** Only for an event that repeats; `series` is the same for all its dates. */
  repeat: z.optional(z.extend(RepeatRule, { series: z.string(), until: z.string() })),
});

// docs/specification.md allows two date forms. An ISO date without an offset is read as UTC.
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const EventTime = z.union(
  [z.string().check(z.regex(isoPattern, chooseTime)), givenTimestamp(chooseTime)],
  chooseTime,
);

const Title = z
  .string('Give the event a title.')
  .check(
    z.trim(),
    z.minLength(1, 'Give the event a title.'),
    z.maxLength(
      eventLengths.title,
      `A title can have at most ${formatNumber(eventLengths.title)} characters.`,
    ),
    z.regex(/^\P{Cc}*$/u, 'A title must be a single line.'),
  );

const Description = z
  .string('Describe the event.')
  .check(
    z.trim(),
    z.minLength(1, 'Describe the event.'),
    z.maxLength(
      eventLengths.description,
      `A description can have at most ${formatNumber(eventLengths.description)} characters.`,
    ),
    z.regex(/^(?:\P{Cc}|[\t\n\r])*$/u, 'The description contains characters that cannot be shown.'),
  );

const Zone = z.string().check(z.minLength(1), z.maxLength(60));

export type EventDraft = z.infer<typeof EventDraft>;
export const EventDraft = z.object({
  title: Title,
  description: Description,
  /** By default the first type for a new event, and the type that an event has. */
  type: z.optional(labelKey('Choose one of the event types.')),
  dateTime: EventTime,
  zone: z.optional(Zone),
  /** The event is the first of a series. In an edit it counts only for the scope `following`. */
  repeat: z.optional(RepeatRule),
});

/** `one` date of a series, or it and the `following` ones. */
const Scope = z._default(z.enum(['one', 'following']), 'one');

// The session decides who the caller is. These fields are optional and must agree with it.
const Claims = {
  userId: optionalText(100),
  userRights: z.optional(z.number()),
  communityManager: z.optional(z.boolean()),
};
export type Claims = { [Name in keyof typeof Claims]?: z.infer<(typeof Claims)[Name]> };

export const listEvents = publicEndpoint('GET /api/events', {
  summary:
    'Upcoming events, soonest first; with `month`, all events from a week before that month to two weeks after it.',
  query: z.object({
    /** 2026-11. Includes past events, for the month view. */
    month: z.optional(
      z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Write the month as 2026-11.')),
    ),
    /** Only the first upcoming events; without effect on a month. */
    limit: z.optional(wholeNumberText(1, 100)),
  }),
  response: z.array(GameEvent),
  cachedUntil: ['events'],
});

export const createEvent = loginEndpoint('POST /api/events', {
  isOnlyForStaying: true,
  summary:
    'Create an event, or with `repeat` a series; for staff, community managers and, if the site allows it, every player.',
  body: z.extend(EventDraft, Claims),
  response: GameEvent,
  limit: { max: 60, seconds: 3600 },
});

export type EventEdit = z.infer<typeof EventEdit>;
/** The whole edited event. Fields that cannot be edited are optional and must equal the stored ones. */
export const EventEdit = z.extend(EventDraft, {
  ...Claims,
  id: z.optional(z.string()),
  creatorId: z.optional(z.string()),
  creatorRights: z.optional(z.number()),
  sequence: z.optional(Version),
  scope: Scope,
});

export const updateEvent = loginEndpoint('PUT /api/events/{id}', {
  summary:
    'Edit an event, or with `scope` also the later dates of its series; for rights 2 and 3 and its creator.',
  body: EventEdit,
  response: GameEvent,
  limit: { max: 120, seconds: 3600 },
});

export const deleteEvent = loginEndpoint('DELETE /api/events/{id}', {
  summary: 'Delete an event; for rights 2 and 3 and its creator. Calendars see it as cancelled.',
  query: z.object({ scope: Scope }),
});

const attendance = {
  access: 'login',
  body: z.nullish(z.object({ userId: Claims.userId })),
  response: GameEvent,
  limit: { max: 120, seconds: 60 },
} as const;

export const markInterested = endpoint('PATCH /api/events/{id}/interested', {
  ...attendance,
  summary: 'The caller is interested.',
});

export const markGoing = endpoint('PATCH /api/events/{id}/going', {
  ...attendance,
  summary: 'The caller is going.',
});

export const unmarkAttendance = endpoint('PATCH /api/events/{id}/unmark', {
  ...attendance,
  summary: 'The caller is neither interested nor going.',
});

export type EventSettings = z.infer<typeof EventSettings>;
export const EventSettings = z.object({ playersMayHost: z.boolean() });

export const getEventSettings = publicEndpoint('GET /api/events/settings', {
  summary: 'Whether every player may host events.',
  response: EventSettings,
  cachedUntil: ['site'],
});

export const updateEventSettings = endpoint('PUT /api/events/settings', {
  summary: 'Set whether every player may host events.',
  body: EventSettings,
  response: EventSettings,
});

export type ReminderSetting = z.infer<typeof ReminderSetting>;
export const ReminderSetting = z.object({ eventReminders: z.boolean() });

export const getReminderSetting = loginEndpoint('GET /api/account/notifications', {
  summary: 'Whether the caller gets email reminders about events they are going to.',
  response: ReminderSetting,
});

export const setReminderSetting = loginEndpoint('PATCH /api/account/notifications', {
  summary: 'Turn the reminder emails on or off.',
  body: ReminderSetting,
  response: ReminderSetting,
  limit: { max: 60, seconds: 60 },
});
