import type { StaffPermission } from './rules/staff-permissions.ts';

/** The client builds its routes from this; the server knows addresses, titles and files by it. `$name` is a parameter. */
export type Page = {
  /** Null: only the site's name. */
  title: string | null;
  requiresLogin: boolean;
  staffOnly: boolean;
  adminOnly: boolean;
  /** Opens an admin-only page to staff with this permission, or with any. */
  permission?: StaffPermission | 'any' | undefined;
  /** Exists only if DEMO is on. */
  demoOnly?: boolean;
  /** The file below client/, without its ending. */
  module: string;
  /** By default named as the file: `polls-page` has `PollsPage`. */
  component?: string;
  /** Linked in the site's header, in the order of this list. */
  inHeader?: 'everyone' | 'players';
};

/** Topics of the live stream. `me` is the caller's own account; `admin` is for admins only. */
export const liveTopics = [
  'news',
  'events',
  'polls',
  'hiscores',
  'shop',
  'votes',
  'server',
  'site',
  'me',
  'admin',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

type Extras = Omit<Partial<Page>, 'title' | 'module'>;

const open = (title: string | null, module: string, extras?: Extras): Page => ({
  title,
  module,
  requiresLogin: false,
  staffOnly: false,
  adminOnly: false,
  ...extras,
});
const player = (title: string, module: string) => open(title, module, { requiresLogin: true });
const admin = (title: string, module: string, permission?: Page['permission']) =>
  open(title, module, { requiresLogin: true, staffOnly: true, adminOnly: true, permission });

export const pages = {
  '/': open(null, 'app/home-page'),
  '/play': open('Play', 'features/launcher/play-page'),
  '/news': open('All News', 'features/news/all-news-page'),
  '/news/$id': open('News', 'features/news/post-page'),
  '/events': open('Events', 'features/events/events-page', { inHeader: 'everyone' }),
  '/hiscores': open('Hiscores', 'features/hiscores/hiscores-page', { inHeader: 'everyone' }),
  '/hiscores/seasons/$id': open('Season', 'features/hiscores/season-page'),
  '/polls': open('Polls', 'features/polls/polls-page', { inHeader: 'players' }),
  '/polls/$id': open('Poll', 'features/polls/poll-page'),
  '/vote': open('Vote', 'features/votes/vote-page'),
  '/login': open('Login', 'features/accounts/auth-page', { component: 'LoginPage' }),
  '/register': open('Register', 'features/accounts/auth-page', { component: 'RegisterPage' }),
  '/reset': open('Reset Password', 'features/accounts/reset-page'),
  '/reset-password': open('Set New Password', 'features/accounts/reset-password-page'),
  '/confirm-email': open('Confirm Email', 'features/accounts/confirm-email-page'),
  '/claim-name': open('Claim a Name', 'features/accounts/claim-name-page'),
  '/setup': open('Setup', 'features/accounts/setup-page'),
  '/profile': player('Profile', 'features/accounts/profile-layout'),
  '/profile/home': player('Profile', 'features/accounts/profile-home-page'),
  '/profile/settings': player('Settings', 'app/settings-page'),
  '/profile/status': player('Status', 'features/accounts/profile-status-page'),
  '/profile/wallet': player('Wallet', 'app/wallet-page'),
  '/shop': player('Store', 'app/shop-page'),
  '/support': player('Support', 'features/inbox/support-page'),
  '/support/appeal': open('Appeal', 'features/inbox/appeal-page'),
  '/terms': open('Terms of Service', 'features/own-pages/own-page', { component: 'TermsPage' }),
  '/privacy': open('Privacy Policy', 'features/own-pages/own-page', { component: 'PrivacyPage' }),
  '/pages/$slug': open(null, 'features/own-pages/own-page'),
  '/admin': admin('Admin', 'app/admin-layout', 'any'),
  '/admin/home': admin('Admin Dashboard', 'app/admin-home-page', 'any'),
  '/admin/setup': admin('Setup', 'app/admin-setup-page'),
  '/admin/users': admin('Users', 'features/players/admin-users-page', 'players'),
  '/admin/manage/$username': admin('Manage User', 'app/admin-manage-page', 'players'),
  '/admin/shop': admin('Shop', 'features/shop/admin-shop-page', 'shop'),
  '/admin/shop/sales': admin('Sales', 'features/shop/admin-shop-sales-page', 'shop'),
  '/admin/shop/preview': admin('Store Preview', 'features/shop/admin-shop-preview-page', 'shop'),
  '/admin/shop/codes': admin('Codes', 'features/shop/admin-codes-page'),
  '/admin/shop/revenue': admin('Revenue', 'features/shop/admin-revenue-page', 'shop'),
  '/admin/shop/supporters': admin('Supporters', 'features/shop/admin-supporters-page'),
  '/admin/shop-logs': admin('Shop Logs', 'app/admin-shop-logs-page', 'shop'),
  '/admin/appearance': admin('Appearance', 'app/admin-appearance-page'),
  '/admin/emails': admin('Emails', 'features/mail-texts/admin-emails-page'),
  '/admin/pages': admin('Pages', 'features/own-pages/admin-pages-page'),
  '/admin/pages/edit/$id': admin('Edit Page', 'features/own-pages/admin-edit-page'),
  '/admin/news': admin('News', 'features/news/admin-news-page', 'news'),
  '/admin/news/new': admin('New Post', 'features/news/admin-news-editor-page', 'news'),
  '/admin/news/edit/$id': admin('Edit Post', 'features/news/admin-news-editor-page', 'news'),
  '/admin/news/categories': admin(
    'News Categories',
    'features/labels/admin-news-categories-page',
    'news',
  ),
  '/admin/events/types': admin('Events', 'app/admin-events-page', 'events'),
  '/admin/polls': admin('Polls', 'features/polls/admin-polls-page', 'polls'),
  '/admin/hiscores/seasons': admin('Seasons', 'features/hiscores/admin-seasons-page'),
  '/admin/votes': admin('Votes', 'features/votes/admin-votes-page', 'votes'),
  '/admin/hiscores': admin('Hiscores', 'features/hiscores/admin-hiscores-page'),
  '/admin/inbox': admin('Inbox', 'app/admin-inbox-page', 'inbox'),
  '/admin/inbox/settings': admin('Inbox Settings', 'features/inbox/admin-inbox-settings-page'),
  '/admin/discord': admin('Discord', 'features/discord/admin-discord-page'),
  '/admin/contracts': admin('Contracts', 'features/contracts/admin-contracts-page', 'server'),
  '/admin/server': admin('Server', 'app/admin-server-page', 'server'),
  '/admin/audit': admin('Audit Log', 'features/admin/admin-audit-page'),
  '/api/docs': open('API', 'features/docs/api-docs-page'),
  '/dev/mail': open('Mail', 'features/dev/mail-page', { demoOnly: true }),
  '/dev/ui': open('Design System', 'features/dev/ui-page', { demoOnly: true }),
};

export type PagePath = keyof typeof pages;

/** The part of a page that only the server needs; the build leaves it out of what the browser loads. */
type RenderedPage = {
  /** The server renders the content for visitors without a session, again when one of these changes. */
  topics?: readonly LiveTopic[];
  /** Query parameters that the first HTML depends on; the server ignores all others. */
  query?: readonly string[];
  /** Consists of one large sheet of parchment. */
  isSheet?: boolean;
};

export const renderedPages: Partial<Record<string, RenderedPage>> = {
  // Not polls and hiscores, which change with every vote and every report of the game. The live stream
  // refreshes them in the browser, and the HTML is at most a minute old.
  '/': { topics: ['news', 'server', 'events'] },
  '/play': { topics: ['site'] },
  '/news': { topics: ['news'], query: ['category', 'page'] },
  '/news/$id': { topics: ['news'], isSheet: true },
  '/events': { topics: ['events'], query: ['event', 'month', 'day', 'type', 'copy'] },
  '/hiscores': {
    topics: ['hiscores', 'site'],
    query: ['skill', 'page', 'mode', 'period', 'followed', 'rank', 'player', 'compare', 'with'],
  },
  '/hiscores/seasons/$id': { topics: ['hiscores', 'site'], query: ['skill', 'page'] },
  '/polls': { topics: ['polls'], query: ['page'] },
  '/polls/$id': { topics: ['polls'], isSheet: true },
  '/vote': { topics: ['votes'] },
  '/login': { topics: [], query: ['redirect'] },
  '/register': { topics: [], query: ['redirect'] },
  '/reset': { topics: [] },
  '/setup': { query: ['code'] },
  '/terms': { topics: ['site'], isSheet: true },
  '/privacy': { topics: ['site'], isSheet: true },
  '/pages/$slug': { topics: ['site'], isSheet: true },
} satisfies Partial<Record<PagePath, RenderedPage>>;

/** Pages whose addresses do not begin with the name of their feature. */
const featuresOfPages: Record<string, string> = { vote: 'votes', support: 'inbox' };

/** Whether an address is a page of one of the features: `/polls`, `/polls/5` and `/admin/polls` are of `polls`. */
export function isPageOf(features: readonly string[], address: string): boolean {
  const [, name = ''] = /^(?:\/admin)?\/([\w-]+)/.exec(address) ?? [];
  return features.includes(featuresOfPages[name] ?? name);
}

export function componentOf({ module, component }: Page): string {
  const words = module.slice(module.lastIndexOf('/') + 1).split('-');
  return component ?? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function titleOf(title: string | null | undefined, siteName: string): string {
  return title ? `${title} – ${siteName}` : siteName;
}
