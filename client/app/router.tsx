import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { RouteComponent, RouterHistory } from '@tanstack/react-router';

import { AppRoot } from '#client/app/app-root.tsx';
import { ErrorPage } from '#client/app/error-page.tsx';
import { guardRoute } from '#client/app/guard.ts';
import { HomePage } from '#client/app/home-page.tsx';
import { NotFoundPage } from '#client/app/not-found-page.tsx';
import { SiteLayout } from '#client/app/site-layout.tsx';
import { site } from '#client/lib/site.ts';
import { pages } from '#shared/pages.ts';
import type { Page } from '#shared/pages.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<Page> {}
  interface Register {
    router: SiteRouter;
  }
}

const rootRoute = createRootRoute({
  component: AppRoot,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
  beforeLoad: ({ matches, location, preload }) => {
    const page = matches.at(-1)?.staticData as Page | undefined;
    // Preloading on hover must not verify the session, show an alert or redirect.
    return preload ? undefined : guardRoute(page, location.href);
  },
});

// Lazy pages each get their own chunk.
const lazy = lazyRouteComponent;

const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'site',
  component: SiteLayout,
});
const profileRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/profile',
  staticData: pages['/profile'],
  component: lazy(() => import('#client/features/accounts/profile-layout.tsx'), 'ProfileLayout'),
});
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: pages['/admin'],
  component: lazy(() => import('#client/app/admin-layout.tsx'), 'AdminLayout'),
});

function sitePage<const Path extends keyof typeof pages>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => siteRoute, path, staticData: pages[path], component });
}

type Below<Parent extends string> = keyof typeof pages extends infer P
  ? P extends `${Parent}${infer Rest extends `/${string}`}`
    ? Rest
    : never
  : never;

function profilePage<const Path extends Below<'/profile'>>(path: Path, component: RouteComponent) {
  const staticData = pages[`/profile${path}`];
  return createRoute({ getParentRoute: () => profileRoute, path, staticData, component });
}

function adminPage<const Path extends Below<'/admin'>>(path: Path, component: RouteComponent) {
  const staticData = pages[`/admin${path}`];
  return createRoute({ getParentRoute: () => adminRoute, path, staticData, component });
}

const profileIndexRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/',
  staticData: pages['/profile'],
  beforeLoad: () => {
    throw redirect({ to: '/profile/home', replace: true });
  },
});
const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  staticData: pages['/admin'],
  beforeLoad: () => {
    throw redirect({ to: '/admin/home', replace: true });
  },
});

const loadAuthPage = () => import('#client/features/accounts/auth-page.tsx');
const loadTexts = () => import('#client/features/site/text-page.tsx');
const loadNewsEditor = () => import('#client/features/news/admin-news-editor-page.tsx');

const routeTree = rootRoute.addChildren([
  siteRoute.addChildren([
    sitePage('/', HomePage),
    sitePage(
      '/play',
      lazy(() => import('#client/features/site/play-page.tsx'), 'PlayPage'),
    ),
    sitePage(
      '/polls',
      lazy(() => import('#client/features/polls/polls-page.tsx'), 'PollsPage'),
    ),
    sitePage(
      '/polls/$id',
      lazy(() => import('#client/features/polls/poll-page.tsx'), 'PollPage'),
    ),
    sitePage(
      '/news',
      lazy(() => import('#client/features/news/all-news-page.tsx'), 'AllNewsPage'),
    ),
    sitePage(
      '/news/$id',
      lazy(() => import('#client/features/news/post-page.tsx'), 'PostPage'),
    ),
    sitePage(
      '/events',
      lazy(() => import('#client/features/events/events-page.tsx'), 'EventsPage'),
    ),
    sitePage(
      '/hiscores',
      lazy(() => import('#client/features/hiscores/hiscores-page.tsx'), 'HiscoresPage'),
    ),
    sitePage(
      '/shop',
      lazy(() => import('#client/features/shop/shop-page.tsx'), 'ShopPage'),
    ),
    sitePage('/terms', lazy(loadTexts, 'TermsPage')),
    sitePage('/privacy', lazy(loadTexts, 'PrivacyPage')),
    sitePage('/login', lazy(loadAuthPage, 'LoginPage')),
    sitePage('/register', lazy(loadAuthPage, 'RegisterPage')),
    sitePage(
      '/reset',
      lazy(() => import('#client/features/accounts/reset-page.tsx'), 'ResetPage'),
    ),
    sitePage(
      '/reset-password',
      lazy(() => import('#client/features/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
    ),
    sitePage(
      '/confirm-email',
      lazy(() => import('#client/features/accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
    ),
    profileRoute.addChildren([
      profileIndexRoute,
      profilePage(
        '/home',
        lazy(() => import('#client/features/accounts/profile-home-page.tsx'), 'ProfileHomePage'),
      ),
      profilePage(
        '/settings',
        lazy(() => import('#client/app/settings-page.tsx'), 'SettingsPage'),
      ),
      profilePage(
        '/status',
        lazy(
          () => import('#client/features/accounts/profile-status-page.tsx'),
          'ProfileStatusPage',
        ),
      ),
      profilePage(
        '/wallet',
        lazy(() => import('#client/features/shop/wallet/wallet-page.tsx'), 'WalletPage'),
      ),
    ]),
    sitePage(
      '/api/docs',
      lazy(() => import('#client/features/docs/api-docs-page.tsx'), 'ApiDocsPage'),
    ),
    ...(site.hasDevPages
      ? [
          sitePage(
            '/dev/ui',
            lazy(() => import('#client/features/dev/ui-page.tsx'), 'UiPage'),
          ),
          sitePage(
            '/dev/mail',
            lazy(() => import('#client/features/dev/mail-page.tsx'), 'MailPage'),
          ),
        ]
      : []),
  ]),
  adminRoute.addChildren([
    adminIndexRoute,
    adminPage(
      '/home',
      lazy(() => import('#client/features/admin/admin-home-page.tsx'), 'AdminHomePage'),
    ),
    adminPage(
      '/users',
      lazy(() => import('#client/features/players/admin-users-page.tsx'), 'AdminUsersPage'),
    ),
    adminPage(
      '/manage/$username',
      lazy(() => import('#client/app/admin-manage-page.tsx'), 'AdminManagePage'),
    ),
    adminPage(
      '/shop',
      lazy(() => import('#client/features/shop/admin-shop-page.tsx'), 'AdminShopPage'),
    ),
    adminPage(
      '/shop-logs',
      lazy(() => import('#client/features/shop/admin-shop-logs-page.tsx'), 'AdminShopLogsPage'),
    ),
    adminPage(
      '/texts',
      lazy(() => import('#client/features/site/admin-texts-page.tsx'), 'AdminTextsPage'),
    ),
    adminPage(
      '/news',
      lazy(() => import('#client/features/news/admin-news-page.tsx'), 'AdminNewsPage'),
    ),
    adminPage('/news/new', lazy(loadNewsEditor, 'AdminNewsEditorPage')),
    adminPage('/news/edit/$id', lazy(loadNewsEditor, 'AdminNewsEditorPage')),
    adminPage(
      '/polls',
      lazy(() => import('#client/features/polls/admin-polls-page.tsx'), 'AdminPollsPage'),
    ),
    adminPage(
      '/contracts',
      lazy(
        () => import('#client/features/contracts/admin-contracts-page.tsx'),
        'AdminContractsPage',
      ),
    ),
    adminPage(
      '/audit',
      lazy(() => import('#client/features/admin/admin-audit-page.tsx'), 'AdminAuditPage'),
    ),
    adminPage(
      '/server',
      lazy(() => import('#client/features/bridge/admin-server-page.tsx'), 'AdminServerPage'),
    ),
  ]),
]);

export type SiteRouter = ReturnType<typeof createSiteRouter>;

/** `history` is the browser's, or on the server a memory history with a single URL. */
export function createSiteRouter(history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    // On the server this would add an inline script, which the content security policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    // Back-navigation jumps; only a link to a hash scrolls smoothly.
    scrollRestorationBehavior: 'instant',
    defaultHashScrollIntoView: { behavior: 'smooth' },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  });
}
