import { keepValidParts } from '#shared/endpoints/appearance.ts';
import type { Appearance, SiteLink } from '#shared/endpoints/appearance.ts';
import type { Labels } from '#shared/endpoints/labels.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';
import type { LabelListName } from '#shared/rules/labels.ts';
import { ownPageLimits, pathOfPage } from '#shared/rules/own-page-address.ts';

import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import type { Live } from './data/live.ts';
import { shorten } from './html/teaser.ts';

type PageLinks = { navigation: SiteLink[]; footer: SiteLink[] };

export type SiteBrand = {
  /** Waits if a change was announced that has not been read yet. */
  read(): Promise<Appearance>;
  /** The last one read, without waiting: for texts that are made inside a transaction. */
  now(): Appearance;
  /** The published pages that the navigation and the footer link to. Waits like `read`. */
  readPageLinks(): Promise<PageLinks>;
  /** The news categories and event types. Waits like `read`. */
  readLabels(): Promise<Labels>;
  close(): void;
};

type BrandDeps = { db: Db; live: Live; config: Pick<Config, 'siteName'> };

/** Keeps the published appearance, the links to pages and the labels in memory, on every replica. */
export async function openBrand({ db, live, config }: BrandDeps): Promise<SiteBrand> {
  const initial = initialAppearance(config.siteName);
  let current = initial;
  let pageLinks: PageLinks = { navigation: [], footer: [] };
  let labels: Labels = { news: [], events: [] };
  let reading: Promise<void> | undefined;

  async function readNewest(): Promise<void> {
    const newest = await db
      .selectFrom('appearance_versions')
      .select('document')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    current = readAppearance(newest?.document, initial);
    pageLinks = await findPageLinks(db);
    labels = await findLabels(db);
  }

  function readAgain(): void {
    // After the reading before it, which may have begun before the change.
    const turn: Promise<void> = (reading ?? Promise.resolve())
      .then(readNewest)
      // Without the database, pages are served with the appearance that they had.
      .catch(() => {})
      .finally(() => {
        if (reading === turn) reading = undefined;
      });
    reading = turn;
  }

  const unsubscribe = live.subscribe({
    onMessage: ({ topic }) => topic === 'site' && readAgain(),
    onResync: readAgain,
  });
  await readNewest();
  return {
    async read() {
      await reading;
      return current;
    },
    now: () => current,
    async readPageLinks() {
      await reading;
      return pageLinks;
    },
    async readLabels() {
      await reading;
      return labels;
    },
    close: unsubscribe,
  };
}

/** A stored appearance can be older than a part or a rule that was added to the schema since. */
export function readAppearance(stored: unknown, initial: Appearance): Appearance {
  if (typeof stored !== 'object' || stored === null) return initial;
  return keepValidParts({ ...initial, ...stored }, initial);
}

async function findPageLinks(db: Db): Promise<PageLinks> {
  const rows = await db
    .selectFrom('own_pages as page')
    .innerJoin('own_page_versions as version', (on) =>
      on
        .onRef('version.page_id', '=', 'page.id')
        .onRef('version.version', '=', 'page.published_version'),
    )
    .select(['page.slug', 'page.label', 'page.in_navigation', 'page.in_footer', 'version.title'])
    .orderBy('page.position')
    .orderBy('page.id')
    .execute();
  const toLink = ({ slug, label, title }: (typeof rows)[number]): SiteLink => ({
    label: label ?? shorten(title, ownPageLimits.label),
    href: pathOfPage(slug),
  });
  return {
    navigation: rows.filter((row) => row.in_navigation).map(toLink),
    footer: rows.filter((row) => row.in_footer).map(toLink),
  };
}

async function findLabels(db: Db): Promise<Labels> {
  const ofList = (list: LabelListName) =>
    db
      .selectFrom('labels')
      .select(['key', 'name', 'icon', 'tone', 'is_hidden as isHidden'])
      .where('list', '=', list)
      .orderBy('position')
      .execute();
  return { news: await ofList('news'), events: await ofList('events') };
}
