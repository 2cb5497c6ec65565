import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { launcherFilePath, launcherKinds, launcherVersion } from '../rules/launcher-kinds.ts';
import { anyText } from '../schemas.ts';

const endpoint = endpointsOf('Site');
const publicEndpoint = endpointsOf('Site', { access: 'public' });

const LauncherKind = z.enum(launcherKinds);
const Version = z.string().check(z.trim(), z.regex(launcherVersion.pattern, launcherVersion.error));
const Requirement = anyText(60).check(z.regex(/^[^<>\p{Cc}]*$/u, 'Use plain text.'));
const DownloadLink = z
  .url({ protocol: /^https$/, error: 'Use an address like https://example.com/launcher.' })
  .check(
    z.maxLength(500, 'Use at most 500 characters.'),
    z.refine((url) => !/^https:\/\/[^/?#]*@/.test(url), 'Leave the password out of the address.'),
  );

export type LauncherDownload = z.infer<typeof LauncherDownload>;
export const LauncherDownload = z.object({
  kind: LauncherKind,
  /** May be empty. */
  version: z.string(),
  /** A program that the player needs, such as `Java 11`; may be empty. */
  requirement: z.string(),
  /** The size of the file; null for a link. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  /** Only for a link. */
  url: z.nullable(z.string()),
});

export type ManagedDownload = z.infer<typeof ManagedDownload>;
export const ManagedDownload = z.extend(LauncherDownload, { isLive: z.boolean() });

export const getLauncher = publicEndpoint('GET /api/launcher', {
  summary: 'The downloads of the launcher that are live: at most one per kind of file, and a link.',
  response: z.object({ isLive: z.boolean(), downloads: z.array(LauncherDownload) }),
  cachedUntil: ['site'],
});

export const listDownloads = endpoint('GET /api/admin/launcher', {
  summary: 'All downloads of the launcher, also those that are not live.',
  response: z.array(ManagedDownload),
});

/** The request body is the file. */
export const uploadLauncher = endpoint('POST /api/admin/launcher/file', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Upload a launcher: .jar, .exe, .zip or .AppImage, recognised by its content, at most 64 MB. It replaces the file of the same kind. Without a version, the one in a .jar’s manifest is used, else that of the file before.',
  query: z.object({ version: z.optional(Version), requirement: z.optional(Requirement) }),
  response: ManagedDownload,
  limit: { max: 30, seconds: 600 },
});

export const setLauncherLink = endpoint('PUT /api/admin/launcher/link', {
  freshMinutes: adminFreshMinutes,
  summary: 'Offer the launcher at another address, which must begin with https.',
  body: z.object({ url: DownloadLink, version: Version, requirement: Requirement }),
  response: ManagedDownload,
});

export const updateLauncher = endpoint('PATCH /api/admin/launcher/{kind}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Set the version and the requirement of a download, and whether players see it.',
  params: z.object({ kind: LauncherKind }),
  body: z.object({
    version: z.optional(Version),
    requirement: z.optional(Requirement),
    isLive: z.optional(z.boolean()),
  }),
  response: ManagedDownload,
});

export const removeLauncher = endpoint('DELETE /api/admin/launcher/{kind}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Remove a download.',
  params: z.object({ kind: LauncherKind }),
});

/** Without a kind: the first file that is live. */
export const downloadLauncher = publicEndpoint(`GET ${launcherFilePath}`, {
  summary: 'The launcher of the game: the first live file in the order jar, zip, exe, AppImage.',
  response: z.string(),
  contentType: 'application/octet-stream',
});

export const downloadLauncherKind = publicEndpoint(`GET ${launcherFilePath}/{kind}`, {
  summary: 'The launcher as a file of this kind.',
  params: z.object({ kind: LauncherKind }),
  response: z.string(),
  contentType: 'application/octet-stream',
});
