import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import type { AnyRoute, AnyValidator, RouteComponent, RouterHistory } from '@tanstack/react-router';

import { AppRoot } from '#client/app/app-root.tsx';
import { HomePage, prepareHome } from '#client/app/home-page.tsx';
import { loadPageModules } from '#client/app/load-page-modules.ts';
import { NotFoundPage } from '#client/app/not-found-page.tsx';
import { createSearches } from '#client/app/searches.ts';
import { LayoutError, PageError } from '#client/app/show-error.tsx';
import { SiteLayout } from '#client/app/site-layout.tsx';
import { unreachable } from '#client/lib/api.ts';
import { editorSearch, stringifySearch } from '#client/lib/search.ts';
import { getSite } from '#client/lib/site.ts';
import { nextTask } from '#client/lib/when.ts';
import { componentOf, isPageOf, pages } from '#shared/pages.ts';
import type { Page, PagePath } from '#shared/pages.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<Page> {}
  interface Register {
    router: SiteRouter;
  }
}

async function loadModule(file: string): Promise<Record<string, RouteComponent>> {
  const { pageModules } = await loadPageModules();
  const load = pageModules[file];
  if (!load) throw new Error(`There is no page module ${file}.`);
  return load();
}

function findComponent(path: PagePath): RouteComponent {
  if (path === '/') return HomePage;
  const file = `./${pages[path].module}.tsx`;
  return lazyRouteComponent(() => loadModule(file).catch(explainFailure), componentOf(pages[path]));
}

/**
 * If a script is missing the router reloads the page, because a newer version may have replaced it. Without a
 * connection the browser would replace the site by its own error page.
 */
function explainFailure(error: unknown): never {
  throw navigator.onLine ? error : unreachable(error);
}

const paths = Object.keys(pages) as PagePath[];

const options = Object.fromEntries(
  paths.map((path) => {
    const ready = path === '/' && { beforeLoad: prepareHome };
    return [path, { staticData: pages[path], component: findComponent(path), ...ready }];
  }),
) as Record<PagePath, { staticData: Page; component: RouteComponent }>;

type Nested = '/profile' | '/admin';
type SitePath = Exclude<PagePath, Nested | `${Nested}/${string}`>;
type PathBelow<Prefix extends string> = Prefix extends ''
  ? SitePath
  : PagePath extends infer Path
    ? Path extends `${Prefix}${infer Rest extends `/${string}`}`
      ? Rest
      : never
    : never;

type Searches = ReturnType<typeof createSearches>;
type ValidateSearch<Page extends string> = Page extends keyof Searches
  ? Searches[Page]['validateSearch']
  : undefined;

function createPage<Parent extends AnyRoute, Path extends string, Validate extends AnyValidator>(
  parent: Parent,
  path: Path,
  more: object,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    ...(more as { validateSearch: Validate } & (typeof options)[PagePath]),
  });
}

/** Each path has the type of its own route, which checks the links to it. */
type Routes<Parent extends AnyRoute, Prefix extends string, Path extends string> = {
  [One in Path]: ReturnType<typeof createPage<Parent, One, ValidateSearch<`${Prefix}${One}`>>>;
};

function createIndex<Parent extends AnyRoute>(parent: Parent, path: Nested) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/',
    staticData: pages[path],
    beforeLoad: () => {
      throw redirect({ to: `${path}/home`, replace: true });
    },
  });
}

function createRouteTree(queries: QueryClient) {
  const readSite = () => getSite(queries);
  const searches: Partial<Record<PagePath, object>> = createSearches(readSite);

  function createPages<Parent extends AnyRoute, Prefix extends Nested | ''>(
    parent: Parent,
    prefix: Prefix,
  ): Routes<Parent, Prefix, PathBelow<Prefix>> {
    const routes: Record<string, unknown> = {};
    for (const path of paths) {
      const [ownPrefix = ''] = /^\/(?:profile|admin)(?=\/|$)/.exec(path) ?? [];
      const exists = !pages[path].demoOnly || readSite().hasDevPages;
      if (ownPrefix === prefix && path !== prefix && exists) {
        const more = { ...options[path], ...searches[path] };
        routes[path] = createPage(parent, path.slice(prefix.length), more);
      }
    }
    return routes as Routes<Parent, Prefix, PathBelow<Prefix>>;
  }

  const rootRoute = createRootRoute({
    component: AppRoot,
    notFoundComponent: NotFoundPage,
    errorComponent: LayoutError,
    beforeLoad: async ({ matches, location, preload, cause }) => {
      // A tapped link is painted as pressed before the next page, which takes longer.
      if (cause === 'stay') await nextTask();
      // Preloading on hover must not verify the session, show an alert or redirect.
      if (preload) return;
      if (isPageOf(readSite().featuresOff, location.href)) throw notFound();
      const page = matches.at(-1)?.staticData as Page | undefined;
      if (page?.requiresLogin) {
        // The check comes with the page modules, which every page but home needs.
        await (await loadPageModules().catch(explainFailure)).guardRoute(page, location.href);
      }
    },
  });
  const siteRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: 'site',
    component: SiteLayout,
    errorComponent: LayoutError,
  });
  const profileRoute = createRoute({
    getParentRoute: () => siteRoute,
    path: '/profile',
    ...options['/profile'],
  });
  const adminRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin',
    errorComponent: LayoutError,
    ...options['/admin'],
    validateSearch: editorSearch.validateSearch,
  });
  return rootRoute.addChildren([
    siteRoute.addChildren({
      ...createPages(siteRoute, ''),
      profile: profileRoute.addChildren({
        ...createPages(profileRoute, '/profile'),
        index: createIndex(profileRoute, '/profile'),
      }),
    }),
    adminRoute.addChildren({
      ...createPages(adminRoute, '/admin'),
      index: createIndex(adminRoute, '/admin'),
    }),
  ]);
}

export type SiteRouter = ReturnType<typeof createSiteRouter>;

/** `history` is the browser's, or on the server a memory history with a single URL. */
export function createSiteRouter(history: RouterHistory, queries: QueryClient) {
  return createRouter({
    routeTree: createRouteTree(queries),
    history,
    stringifySearch,
    defaultErrorComponent: PageError,
    // On the server this would add an inline script, which the content security policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    // Back-navigation jumps; only a link to a hash scrolls smoothly.
    scrollRestorationBehavior: 'instant',
    defaultHashScrollIntoView: { behavior: 'smooth' },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  });
}
