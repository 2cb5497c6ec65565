import type { SiteState } from './endpoints/site-settings.ts';
import type { SkillIcon } from './rules/skill-icons.ts';

/** Facts about the site that every page needs; part of the first HTML. */
export type SiteInfo = SiteState & {
  contactEmail: string;
  isDemo: boolean;
  hasDevPages: boolean;
  identity: IdentityClient;
  /** Names, in order, without Overall. */
  skills: string[];
  /** Only icons that are not called like their skill in lower case. */
  skillIcons: Record<string, SkillIcon>;
};

/** Tells the browser's sign-in SDK how to reach the identity provider. */
export type IdentityClient = {
  apiKey: string;
  /** `own`: this server, under /idp. `google`: the SDK's default. Otherwise an emulator's host. */
  at: 'own' | 'google' | { emulatorHost: string };
};

/** About this page load. */
export type Visit = {
  /** Whether the browser sent a session cookie; without one there is no session to verify. */
  hasSessionCookie: boolean;
  /** Position of the last live message before this HTML was made. */
  livePosition: string;
  /** When the content in this HTML was rendered; absent if it is only "Loading...". */
  renderedAt?: number;
};

/** Input for rendering the content of a public page on the server. */
export type PageToRender = {
  /** The requested path and query. */
  url: string;
  site: SiteInfo;
  data: readonly PageDatum[];
  /** Milliseconds. */
  renderedAt: number;
};

/** An API answer in the first HTML: the app puts it into its query cache before it renders. */
export type PageDatum = { key: readonly unknown[]; value: unknown };
