import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { Moment } from '../schemas.ts';

const endpoint = endpointsOf('Admin');

export type StoredBackup = z.infer<typeof StoredBackup>;
const StoredBackup = z.object({
  name: z.string(),
  bytes: z.int(),
  at: Moment,
  /** Null: the schedule. */
  requestedBy: z.nullable(z.string()),
});

export type Backups = z.infer<typeof Backups>;
export const Backups = z.object({
  /** A folder, or "the bucket …". */
  place: z.string(),
  /** 0: none are scheduled. */
  everyHours: z.int(),
  keepDays: z.int(),
  /** Set while a backup that an admin asked for is waiting or being made. */
  requestedAt: z.nullable(Moment),
  failure: z.nullable(z.object({ lastAt: Moment, reason: z.string() })),
  /** Newest first. */
  backups: z.array(StoredBackup),
  /** Why the place cannot be read; null if it can. */
  problem: z.nullable(z.string()),
});

export const listBackups = endpoint('GET /api/admin/backups', {
  summary: 'The backups of this site, and whether one is being made.',
  response: Backups,
});

export const requestBackup = endpoint('POST /api/admin/backups', {
  summary: 'Make a backup now. One is made at a time, by one of the replicas.',
  limit: { max: 20, seconds: 3600 },
});

/** The pattern forbids folders. The server also accepts only names of its own backups. */
const NameParams = z.object({ name: z.string().check(z.regex(/^[\w.-]{1,200}\.wynhold$/)) });

/** A browser saves a file of any size from a link, and a link cannot ask for the password. So this is called first. */
export const getBackup = endpoint('GET /api/admin/backups/{name}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Whether a backup can be downloaded: it is there, and the sign-in is fresh.',
  params: NameParams,
  response: z.object({ name: z.string(), bytes: z.int() }),
});

export const downloadBackup = endpoint('GET /api/admin/backups/{name}/file', {
  freshMinutes: adminFreshMinutes,
  summary: 'The file of a backup. It contains everything that the site stores.',
  params: NameParams,
  limit: { max: 30, seconds: 3600 },
  response: z.string(),
  contentType: 'application/gzip',
});
