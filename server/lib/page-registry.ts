import type { LiveTopic } from '#shared/endpoint.ts';
import type { PagePath } from '#shared/pages.ts';
import type { PageDatum } from '#shared/site.ts';

/** What the first HTML of a page tells machines, chats and the app itself. All of it is optional. */
export type PageDescription = {
  /** Without the site's name, which is added. */
  title?: string | null;
  description?: string;
  /** Path and query under which this page is to be known; its own path by default. */
  canonical?: string;
  /** For link previews; the site's own by default. */
  image?: PreviewImage;
  /** The largest picture at the top of the page: fetched before the app asks for it. */
  picture?: FirstPicture;
  type?: 'website' | 'article' | 'profile';
  /** 404 where the address is right but the thing is gone. */
  status?: 200 | 404;
  isHidden?: boolean;
  article?: { publishedAt: Date; section: string };
  /** Structured data, as schema.org describes it. */
  jsonLd?: Record<string, unknown>;
  /** Answers the app would fetch first, under the query keys it knows them by. */
  data?: PageDatum[];
};

export type PreviewImage = { path: string; width: number; height: number; alt: string };

export type FirstPicture = { src: string; srcset: string; sizes: string };

export type PageVisit = { params: Record<string, string>; query: Record<string, string> };

export type Describe = (visit: PageVisit) => Promise<PageDescription> | PageDescription;

/** Says what a page's first HTML tells; it is kept until one of these topics changes. */
export type DescribePage = (
  path: PagePath,
  topics: readonly LiveTopic[],
  describe: Describe,
) => void;

export type DescribedPage = { topics: readonly LiveTopic[]; describe: Describe };

/** An address for the sitemap. */
export type PublicAddress = { path: string; changedAt?: Date };

export type PageRegistry = {
  describePage: DescribePage;
  find: (path: string) => DescribedPage | undefined;
  /** Adds what has an address of its own, such as every post, to the sitemap. */
  addAddresses: (list: () => Promise<PublicAddress[]>) => void;
  listAddresses: () => Promise<PublicAddress[]>;
};

/** Features put in their pages while the app is built; server/plugins/spa.ts reads them. */
export function createPageRegistry(): PageRegistry {
  const described = new Map<string, DescribedPage>();
  const sources: (() => Promise<PublicAddress[]>)[] = [];
  return {
    addAddresses: (list) => void sources.push(list),
    listAddresses: async () => (await Promise.all(sources.map((list) => list()))).flat(),
    describePage: (path, topics, describe) => void described.set(path, { topics, describe }),
    find: (path) => described.get(path),
  };
}
