import type { RouteAnswer } from '#shared/api.ts';
import type { LiveTopic, PagePath } from '#shared/pages.ts';
import type { QueryKeyOf, ReadRoute } from '#shared/query-key.ts';
import type { PageDatum } from '#shared/site.ts';

/** Metadata and data in the first HTML of a page. All of it is optional. */
export type PageDescription = {
  /** Without the site's name, which is appended. */
  title?: string | null;
  description?: string;
  /** Canonical path and query; the page's own path by default. */
  canonical?: string;
  /** For link previews; the site's image by default. */
  image?: PreviewImage;
  /** The largest picture at the top of the page: preloaded. */
  picture?: FirstPicture;
  type?: 'website' | 'article' | 'profile';
  /** The path of the page now, if it was moved. */
  movedTo?: string;
  /** 404 if the address is valid but the content is gone. */
  status?: 200 | 404;
  isHidden?: boolean;
  article?: { publishedAt: Date; section: string };
  /** Structured data, as schema.org describes it. */
  jsonLd?: Record<string, unknown>;
  /** Answers that the app would fetch first, by query key. */
  data?: PageDatum[];
};

/** An answer for `data`, under the key that the browser looks for. */
export function firstRead<R extends ReadRoute>(
  key: QueryKeyOf<R>,
  value: NoInfer<RouteAnswer<R>>,
): PageDatum {
  return { key, value };
}

export type PreviewImage = { path: string; width: number; height: number; alt: string };

export type FirstPicture = { src: string; srcset: string; sizes: string };

export type PageVisit = { params: Record<string, string>; query: Record<string, string> };

export type Describe = (visit: PageVisit) => Promise<PageDescription> | PageDescription;

/** An address for the sitemap. */
export type PublicAddress = { path: string; changedAt?: Date };

export type PageRegistry = {
  /** The description of a page with topics is cached until one of them changes. */
  describe: (path: PagePath, describe: Describe) => void;
  find: (path: string) => Describe | undefined;
  /** Adds addresses, such as those of all posts, to the sitemap. They change with the topics. */
  addAddresses: (topics: readonly LiveTopic[], list: () => Promise<PublicAddress[]>) => void;
  listAddresses: () => Promise<PublicAddress[]>;
  listTopics: () => LiveTopic[];
};

/** Features register their pages while the app is built; server/plugins/spa.ts reads them. */
export function createPageRegistry(): PageRegistry {
  const described = new Map<string, Describe>();
  const sources: { topics: readonly LiveTopic[]; list: () => Promise<PublicAddress[]> }[] = [];
  return {
    addAddresses: (topics, list) => void sources.push({ topics, list }),
    listAddresses: async () => (await Promise.all(sources.map(({ list }) => list()))).flat(),
    listTopics: () => sources.flatMap(({ topics }) => topics),
    describe(path, describe) {
      if (described.has(path)) throw new Error(`The page ${path} is described twice.`);
      described.set(path, describe);
    },
    find: (path) => described.get(path),
  };
}
