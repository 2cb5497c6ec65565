import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { maxCooldownDays } from '../rules/renames.ts';
import { wholeNumber } from '../schemas.ts';
import { Brand } from './appearance.ts';
import { Mode } from './hiscore-lists.ts';
import { Labels } from './labels.ts';
import { SupporterStep } from './supporters.ts';

const endpoint = endpointsOf('Site');
const publicEndpoint = endpointsOf('Site', { access: 'public' });

const bannerTones = ['info', 'warning'] as const;

export const Banner = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter the text of the banner.'), z.maxLength(200)),
  tone: z.enum(bannerTones),
});

/** Features that an owner can switch off. Their manifests say what disappears. */
export type SwitchableFeature = z.infer<typeof SwitchableFeature>;
export const SwitchableFeature = z.enum([
  'events',
  'polls',
  'hiscores',
  'shop',
  'contracts',
  'votes',
  'discord',
  'inbox',
]);

const CommunityLink = z.object({ label: z.string(), href: z.string() });

/** Shown on every page; admins change it while the site runs. */
export type SiteState = z.infer<typeof SiteState>;
export const SiteState = z.object({
  communityUrl: z.string(),
  banner: z.nullable(Banner),
  brand: Brand,
  labels: Labels,
  featuresOff: z.array(SwitchableFeature),
  /** Links beside the community chat: to the toplists, if there are any, and to Discord. */
  communityLinks: z.array(CommunityLink),
  /** The link to Discord, which says how many members are online; null if it is not shown. */
  discord: z.nullable(CommunityLink),
  /** The game modes, whose icons are shown beside the names of players. Absent if there are none. */
  modes: z.optional(z.array(Mode)),
  /** The same for supporter steps. */
  supporterSteps: z.optional(z.array(SupporterStep)),
});

export const getSiteState = publicEndpoint('GET /api/site', {
  summary:
    'The name and the appearance of the site, the news categories and event types, the community link, the banner, if there is one, the features that are switched off, the links to the toplists, the members online in Discord, the game modes, and the steps of supporters.',
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
  /** Whether players may do this before they confirm their address. Ignored if the site cannot send email. */
  unconfirmedMayBuy: z.boolean(),
  unconfirmedMayVote: z.boolean(),
  /** False: no purchases and no top-ups. */
  shopOpen: z.boolean(),
  /** Days between two changes of a player's name; null: players cannot change it. */
  renameDays: z.nullable(wholeNumber(0, maxCooldownDays)),
  banner: z.nullable(Banner),
});

export const getSiteSettings = endpoint('GET /api/admin/settings', {
  summary: 'The settings that admins change while the site runs.',
  response: SiteSettings,
});

export const updateSiteSettings = endpoint('PATCH /api/admin/settings', {
  summary: 'Change some of the settings.',
  body: z.partial(SiteSettings),
  response: SiteSettings,
});

export const FeatureSwitch = z.object({
  name: SwitchableFeature,
  label: z.string(),
  whenOff: z.string(),
  isOn: z.boolean(),
});
export type FeatureSwitch = z.infer<typeof FeatureSwitch>;

export const listFeatureSwitches = endpoint('GET /api/admin/features', {
  access: 'admin',
  summary: 'The features that can be switched off, and what disappears with each.',
  response: z.array(FeatureSwitch),
});

export const switchFeature = endpoint('PUT /api/admin/features/{name}', {
  access: 'admin',
  summary:
    'Switch a feature on or off. While it is off its pages and endpoints answer 404 and its jobs do not run. Nothing is deleted.',
  params: z.object({ name: SwitchableFeature }),
  body: z.object({ isOn: z.boolean() }),
});

export const openLiveStream = publicEndpoint('GET /api/live', {
  summary:
    'Server-sent events: the name of each topic that changes. The topics `me` and `admin` need the session of a player, and of an admin or staff with a permission.',
  query: z.object({
    /** Separated by commas, or `all`. */
    topics: z.string().check(z.maxLength(200)),
    /** The position of the last message seen, to get those after it. */
    seen: z.optional(z.string().check(z.regex(/^[\da-f]+-\d+$/), z.maxLength(40))),
  }),
  response: z.string(),
  contentType: 'text/event-stream',
});

/** Served by the OpenAPI plugin. The document describes every endpoint except this one. */
export const getOpenApi = publicEndpoint('GET /api/openapi.json', {
  summary: 'This documentation as OpenAPI 3.1.',
  response: z.unknown(),
});
