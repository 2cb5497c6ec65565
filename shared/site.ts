import type { SiteState } from './site-settings.ts';

/** What every page needs to know about the site; it stands in the first HTML. */
export type SiteInfo = SiteState & {
  name: string;
  contactEmail: string;
  isDemo: boolean;
  hasDevPages: boolean;
  identity: IdentityClient;
};

/** What the browser's sign-in SDK needs to reach the identity provider. */
export type IdentityClient = {
  apiKey: string;
  /** `own`: this very server, under /idp. `google`: the SDK's own default. Else an emulator's host. */
  at: 'own' | 'google' | { emulatorHost: string };
};

/** About this one page load. */
export type Visit = {
  /** Whether the browser sent a session cookie; without one there is no session to verify. */
  hasSessionCookie: boolean;
  /** The last live message that this HTML has seen. */
  livePosition: string;
  /** When the page's content in this HTML was made; left out where there is only "Loading...". */
  renderedAt?: number;
};

/** What the content of a public page is rendered from, before any script runs. */
export type PageToRender = {
  /** Path and query, as they were asked for. */
  url: string;
  site: SiteInfo;
  data: readonly PageDatum[];
  /** Milliseconds. */
  madeAt: number;
};

/** One answer that stands in the first HTML: the app puts it into its query cache before it renders. */
export type PageDatum = { key: readonly unknown[]; value: unknown };
