import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from './endpoint.ts';

const endpoint = endpointsOf('Site');

const bannerTones = ['info', 'warning'] as const;

export type Banner = z.infer<typeof Banner>;
export const Banner = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter the text of the banner.'), z.maxLength(200)),
  tone: z.enum(bannerTones),
});

/** Shown on every page; admins change it while the site runs. */
export type SiteState = z.infer<typeof SiteState>;
export const SiteState = z.object({
  communityUrl: z.string(),
  banner: z.nullable(Banner),
});

export const getSiteState = endpoint('GET /api/site', {
  access: 'public',
  summary: 'The community link and the banner, if there is one.',
  response: SiteState,
  cachedUntil: ['site'],
});

const WebAddress = z.url({
  protocol: /^https?$/,
  error: 'Use an address like https://example.com.',
});

export type SiteSettings = z.infer<typeof SiteSettings>;
export const SiteSettings = z.object({
  communityUrl: WebAddress,
  playersMayHost: z.boolean(),
  excludeStaff: z.boolean(),
  excludeBanned: z.boolean(),
  /** False: no purchases and no top-ups. */
  shopOpen: z.boolean(),
  banner: z.nullable(Banner),
});

export const getSiteSettings = endpoint('GET /api/admin/settings', {
  access: 'admin',
  summary: 'The settings that admins change while the site runs.',
  response: SiteSettings,
});

export const updateSiteSettings = endpoint('PATCH /api/admin/settings', {
  access: 'admin',
  summary: 'Change some of the settings.',
  body: z.partial(SiteSettings),
  response: SiteSettings,
});

export const launcherLimits = { bytes: 64 * 1024 * 1024 };

export type Launcher = z.infer<typeof Launcher>;
export const Launcher = z.object({
  isLive: z.boolean(),
  version: z.string(),
  /** Bytes; null while there is no file. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
});

export const getLauncher = endpoint('GET /api/launcher', {
  access: 'public',
  summary: 'The launcher’s version, file size and checksum.',
  response: Launcher,
  cachedUntil: ['site'],
});

export const updateLauncher = endpoint('PATCH /api/admin/launcher', {
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  summary: 'Set the launcher’s version, and whether it can be downloaded.',
  body: z.object({
    version: z.optional(
      z.string().check(z.trim(), z.regex(/^v?\d[\w.+-]{0,19}$/, 'Use a version such as v1.0.3.')),
    ),
    isLive: z.optional(z.boolean()),
  }),
  response: Launcher,
});

/** The request body is the file. */
export const uploadLauncher = endpoint('POST /api/admin/launcher/file', {
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  summary: 'Upload the launcher’s .jar (at most 64 MB), replacing the current one.',
  response: Launcher,
  limit: { max: 30, seconds: 600 },
});

export const downloadLauncher = endpoint('GET /download/launcher', {
  access: 'public',
  summary: 'The launcher of the game.',
  response: z.string(),
  contentType: 'application/java-archive',
});

export const openLiveStream = endpoint('GET /api/live', {
  access: 'public',
  summary:
    'Server-sent events: the name of each topic that changes. The topics `me` and `admin` need the session of a player and of an admin.',
  query: z.object({
    /** Separated by commas. */
    topics: z.string().check(z.maxLength(200)),
    /** The position of the last message seen, to get those after it. */
    seen: z.optional(z.string().check(z.regex(/^[\da-f]+-\d+$/), z.maxLength(40))),
  }),
  response: z.string(),
  contentType: 'text/event-stream',
});

/** Served by the OpenAPI plugin. The document describes every endpoint except this one. */
export const getOpenApi = endpoint('GET /api/openapi.json', {
  access: 'public',
  summary: 'This documentation as OpenAPI 3.1.',
  response: z.unknown(),
});
