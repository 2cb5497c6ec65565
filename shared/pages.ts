/**
 * Every page of the site with its path, title and flags. The client builds its routes from this; the
 * server uses it to know which addresses exist and to set titles. `$name` is a parameter.
 */
export type Page = {
  /** Null: only the site's name. */
  title: string | null;
  requiresLogin: boolean;
  staffOnly: boolean;
  adminOnly: boolean;
  /** Exists only if DEMO is on. */
  demoOnly?: boolean;
  /** Query parameters that the first HTML depends on; the server ignores all others. */
  query?: readonly string[];
};

const open = { requiresLogin: false, staffOnly: false, adminOnly: false };
const player = { ...open, requiresLogin: true };
const admin = { requiresLogin: true, staffOnly: true, adminOnly: true };

export const pages = {
  '/': { title: null, ...open },
  '/play': { title: 'Play', ...open },
  '/polls': { title: 'Polls', ...open, query: ['page'] },
  '/polls/$id': { title: 'Poll', ...open },
  '/news': { title: 'All News', ...open, query: ['category', 'page'] },
  '/news/$id': { title: 'News', ...open },
  '/events': { title: 'Events', ...open, query: ['event', 'month', 'day'] },
  '/login': { title: 'Login', ...open },
  '/register': { title: 'Register', ...open },
  '/reset': { title: 'Reset Password', ...open },
  '/reset-password': { title: 'Set New Password', ...open },
  '/confirm-email': { title: 'Confirm Email', ...open },
  '/profile': { title: 'Profile', ...player },
  '/profile/home': { title: 'Profile', ...player },
  '/profile/settings': { title: 'Settings', ...player },
  '/profile/status': { title: 'Status', ...player },
  '/profile/wallet': { title: 'Wallet', ...player },
  '/hiscores': { title: 'Hiscores', ...open, query: ['skill', 'page', 'player', 'compare'] },
  '/shop': { title: 'Store', ...player },
  '/terms': { title: 'Terms of Service', ...open },
  '/privacy': { title: 'Privacy Policy', ...open },
  '/admin': { title: 'Admin', ...admin },
  '/admin/home': { title: 'Admin Dashboard', ...admin },
  '/admin/users': { title: 'Users', ...admin },
  '/admin/manage/$username': { title: 'Manage User', ...admin },
  '/admin/shop': { title: 'Shop', ...admin },
  '/admin/shop-logs': { title: 'Shop Logs', ...admin },
  '/admin/texts': { title: 'Texts', ...admin },
  '/admin/news': { title: 'News', ...admin },
  '/admin/news/new': { title: 'New Post', ...admin },
  '/admin/news/edit/$id': { title: 'Edit Post', ...admin },
  '/admin/polls': { title: 'Polls', ...admin },
  '/admin/contracts': { title: 'Contracts', ...admin },
  '/admin/server': { title: 'Server', ...admin },
  '/admin/audit': { title: 'Audit Log', ...admin },
  '/api/docs': { title: 'API', ...open },
  '/dev/mail': { title: 'Mail', ...open, demoOnly: true },
  '/dev/ui': { title: 'Design System', ...open, demoOnly: true },
} satisfies Record<string, Page>;

export type PagePath = keyof typeof pages;

export function titleOf(title: string | null | undefined, siteName: string): string {
  return title ? `${title} – ${siteName}` : siteName;
}

const patterns = Object.keys(pages).map((path) => ({
  path: path as PagePath,
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`),
}));

export function findPage(pathname: string): (Page & { path: PagePath }) | undefined {
  const found = patterns.find(({ pattern }) => pattern.test(pathname));
  return found && { path: found.path, ...pages[found.path] };
}
