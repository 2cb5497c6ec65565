import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { aboutKinds, priorities, threadKinds, threadStates } from '../rules/inbox.ts';
import {
  IdNumber,
  line,
  Moment,
  optionalText,
  PageQuery,
  Paging,
  text,
  Version,
  wholeNumber,
} from '../schemas.ts';
import { Picture } from './media.ts';
import { SanctionKind } from './players.ts';

const endpoint = endpointsOf('Support', { access: 'login' });
const staffEndpoint = endpointsOf('Inbox', { permissions: ['inbox'] });

export const inboxLimits = {
  subject: 80,
  text: 4_000,
  pictures: 4,
  /** Threads of one player that are not closed. */
  open: 10,
  categories: 20,
  category: 40,
  answers: 50,
  answerName: 60,
  days: 3_650,
};

const pictureUrl = z
  .string()
  .check(z.regex(/^\/media\/[\da-f]{32}$/, 'Upload the picture here first.'));

const isPlainText = z.regex(/^[\P{Cc}\n\r\t]*$/u, 'Remove the control characters.');

export type NewMessage = z.infer<typeof NewMessage>;
export const NewMessage = z.object({
  text: text(inboxLimits.text, 'Enter a message.').check(isPlainText),
  /** Addresses of pictures that the caller uploaded for the inbox. */
  pictures: z._default(
    z
      .array(pictureUrl)
      .check(z.maxLength(inboxLimits.pictures, `Use at most ${inboxLimits.pictures} pictures.`)),
    [],
  ),
});

export type ThreadMessage = z.infer<typeof ThreadMessage>;
export const ThreadMessage = z.object({
  id: z.int(),
  at: Moment,
  /** Empty if the account no longer exists. */
  author: z.string(),
  isStaff: z.boolean(),
  /** Only staff reads notes. */
  isNote: z.boolean(),
  text: z.string(),
  pictures: z.array(Picture),
});

export type OwnThread = z.infer<typeof OwnThread>;
export const OwnThread = z.object({
  id: z.int(),
  kind: z.enum(threadKinds),
  subject: z.string(),
  state: z.enum(threadStates),
  createdAt: Moment,
  lastMessageAt: Moment,
  /** The staff has written something that the player has not opened. */
  isUnread: z.boolean(),
  /** The decision about an appeal. */
  isAccepted: z.nullable(z.boolean()),
});

export type OwnThreadDetails = z.infer<typeof OwnThreadDetails>;
export const OwnThreadDetails = z.extend(OwnThread, { messages: z.array(ThreadMessage) });

export type Support = z.infer<typeof Support>;
export const Support = z.object({
  threads: z.array(OwnThread),
  categories: z.array(z.string()),
  /** Staff has blocked the player: existing threads can be read only. */
  isBlocked: z.boolean(),
  /** Bans and mutes in force, which can be appealed. */
  sanctions: z.int(),
});

export const getSupport = endpoint('GET /api/support', {
  summary: 'The caller’s threads, latest first, and the categories of questions.',
  response: Support,
});

export const getOwnThread = endpoint('GET /api/support/threads/{id}', {
  summary: 'One of the caller’s threads with its messages.',
  response: OwnThreadDetails,
});

export type NewThread = z.infer<typeof NewThread>;
export const NewThread = z.extend(NewMessage, {
  /** The record that is reported or needs help. Null: a question, which has a category and a subject. */
  about: z.nullable(
    z.object({
      kind: z.enum(aboutKinds),
      /** An id, for a player the name. */
      id: line(40, 'Name the record.'),
    }),
  ),
  category: z._default(z.string().check(z.maxLength(inboxLimits.category)), ''),
  subject: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(inboxLimits.subject),
        z.regex(/^\P{Cc}*$/u, 'Use one line of text.'),
      ),
    '',
  ),
});

const newThreadLimit = { max: 10, seconds: 3600 };

export const openThread = endpoint('POST /api/support/threads', {
  isOnlyForStaying: true,
  summary:
    'Report a player, an event or a gift note, get help with a purchase or top-up, or ask a question. If the caller has an open thread about the same record, the message is added to it.',
  body: NewThread,
  response: z.object({ id: z.int() }),
  limit: newThreadLimit,
});

export const replyToThread = endpoint('POST /api/support/threads/{id}/messages', {
  summary: 'Write in one of the caller’s threads. A closed one is opened again.',
  body: NewMessage,
  limit: { max: 30, seconds: 600 },
});

export const markThreadRead = endpoint('PUT /api/support/threads/{id}/read', {
  isForBanned: true,
  summary: 'Mark one of the caller’s threads as read.',
});

/** The body is the file itself, like that of `uploadMedia`. */
export const uploadInboxPicture = endpoint('POST /api/support/pictures', {
  isForBanned: true,
  summary: 'Upload a picture for a message. It is deleted with its thread.',
  response: Picture,
  limit: { max: 20, seconds: 600 },
});

export type OwnSanction = z.infer<typeof OwnSanction>;
export const OwnSanction = z.object({
  id: z.int(),
  kind: SanctionKind,
  reason: z.string(),
  issuedAt: Moment,
  /** Null: permanent. */
  expiresAt: z.nullable(Moment),
  /** The latest appeal. */
  appeal: z.nullable(OwnThreadDetails),
  /** When the caller may appeal; null: not, or not again. */
  canAppealFrom: z.nullable(Moment),
});

export type Appeals = z.infer<typeof Appeals>;
export const Appeals = z.object({
  isBlocked: z.boolean(),
  sanctions: z.array(OwnSanction),
});

export const getAppeals = endpoint('GET /api/support/appeals', {
  isForBanned: true,
  summary: 'The caller’s bans and mutes in force, with their appeals.',
  response: Appeals,
});

export const openAppeal = endpoint('POST /api/support/appeals', {
  isForBanned: true,
  summary: 'Appeal a ban or mute.',
  body: z.extend(NewMessage, { sanctionId: IdNumber }),
  response: z.object({ id: z.int() }),
  limit: newThreadLimit,
});

export const replyToAppeal = endpoint('POST /api/support/appeals/{id}/messages', {
  isForBanned: true,
  summary: 'Write in one of the caller’s appeals that is not decided.',
  body: NewMessage,
  limit: { max: 30, seconds: 600 },
});

export type ListedThread = z.infer<typeof ListedThread>;
export const ListedThread = z.extend(OwnThread, {
  player: z.string(),
  priority: z.enum(priorities),
  assignee: z.nullable(z.string()),
  category: z.string(),
  /** When the message was written that the staff has to answer. */
  waitingSince: Moment,
});

export type ThreadQuery = z.infer<typeof ThreadQuery>;
export const ThreadQuery = z.extend(PageQuery, {
  /** `active`: not closed. */
  state: z.optional(z.enum(['active', ...threadStates])),
  kind: z.optional(z.enum(threadKinds)),
  assigned: z.optional(z.enum(['me', 'none'])),
  player: optionalText(40),
});

export const listThreads = staffEndpoint('GET /api/admin/inbox', {
  summary:
    'Threads, unread and oldest first, 25 at a time. Appeals are listed for those who may sanction.',
  query: ThreadQuery,
  response: z.object({ threads: z.array(ListedThread), ...Paging }),
});

export type Thread = z.infer<typeof Thread>;
export const Thread = z.extend(ListedThread, {
  version: z.int(),
  messages: z.array(ThreadMessage),
  about: z.nullable(z.object({ kind: z.enum(aboutKinds), id: z.string() })),
  sanction: z.nullable(
    z.object({
      kind: SanctionKind,
      reason: z.string(),
      issuedBy: z.string(),
      issuedAt: Moment,
      expiresAt: z.nullable(Moment),
      isInForce: z.boolean(),
    }),
  ),
  /** Why the caller may not decide about the appeal; null: may, or it is no open appeal. */
  refusal: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  isBlocked: z.boolean(),
  /** The player’s rights and registration. */
  userRights: z.int(),
  joinedAt: Moment,
  /** The player’s other threads that the caller may see, latest first. */
  others: z.array(OwnThread),
  /** Staff that can be assigned. */
  staff: z.array(z.string()),
});

export const getThread = staffEndpoint('GET /api/admin/inbox/{id}', {
  summary: 'A thread with its messages, notes and facts about the player.',
  response: Thread,
});

export const markThreadSeen = staffEndpoint('PUT /api/admin/inbox/{id}/read', {
  summary: 'Mark a thread as read by the staff.',
});

export const answerThread = staffEndpoint('POST /api/admin/inbox/{id}/messages', {
  summary:
    'Answer the player, or leave a note for the staff. An answer based on an older version is refused.',
  body: z.extend(NewMessage, {
    isNote: z.boolean(),
    /** Close the thread with the answer. */
    close: z._default(z.boolean(), false),
    version: Version,
  }),
});

export const updateThread = staffEndpoint('PATCH /api/admin/inbox/{id}', {
  summary: 'Assign a thread, change its priority, or close or reopen it.',
  body: z.object({
    state: z.optional(z.enum(threadStates)),
    priority: z.optional(z.enum(priorities)),
    /** A name of `staff`; null: not assigned. */
    assignee: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    version: Version,
  }),
});

export const decideAppeal = staffEndpoint('POST /api/admin/inbox/{id}/decision', {
  summary:
    'Accept an appeal, which lifts the sanction, or refuse it with a reason, which the player reads. Not by the one who gave the sanction, unless nobody else may.',
  body: z.object({
    isAccepted: z.boolean(),
    reason: z._default(z.string().check(z.trim(), z.maxLength(inboxLimits.text), isPlainText), ''),
    version: Version,
  }),
});

export const mergeThread = staffEndpoint('POST /api/admin/inbox/{id}/merge', {
  summary: 'Move the messages to another thread of the same player and close this one.',
  body: z.object({ into: IdNumber, version: Version }),
});

export const blockFromInbox = staffEndpoint('PUT /api/admin/inbox/{id}/block', {
  summary: 'Block the player of a thread from writing to the inbox, or end the block.',
  body: z.object({ isBlocked: z.boolean() }),
});

export type InboxSettings = z.infer<typeof InboxSettings>;
export const InboxSettings = z.object({
  categories: z.array(line(inboxLimits.category, 'Enter a name.')).check(
    z.minLength(1, 'Name at least one category.'),
    z.maxLength(inboxLimits.categories, `Use at most ${inboxLimits.categories}.`),
    z.refine((names) => new Set(names).size === names.length, 'Use each name once.'),
  ),
  /** Canned answers. Placeholders: {player}, {staff} and {subject}. */
  answers: z
    .array(
      z.object({
        name: line(inboxLimits.answerName, 'Enter a name.'),
        text: text(inboxLimits.text, 'Enter the answer.'),
      }),
    )
    .check(z.maxLength(inboxLimits.answers, `Use at most ${inboxLimits.answers}.`)),
  /** Days after a refusal until the same sanction can be appealed again; 0: never. */
  appealDays: wholeNumber(0, inboxLimits.days),
  /** Days after which closed threads are deleted. */
  keepDays: wholeNumber(1, inboxLimits.days),
});

export const getInboxSettings = staffEndpoint('GET /api/admin/inbox/settings', {
  summary: 'Categories, canned answers and times.',
  response: InboxSettings,
});

export const updateInboxSettings = endpointsOf('Inbox')('PUT /api/admin/inbox/settings', {
  summary: 'Change categories, canned answers and times.',
  body: InboxSettings,
});
