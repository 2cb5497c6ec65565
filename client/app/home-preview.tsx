import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { createQueryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { Site, useSite } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PreviewFrame } from '#client/ui/layout/preview-frame.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';
import { siteTextPlaces, siteTexts } from '#shared/rules/site-texts.ts';

import { HomeClosing } from './home-closing.tsx';
import { HomeFeatures } from './home-features.tsx';
import { Hero } from './home-page.tsx';
import { HomeScenes } from './home-scenes.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

import styles from './home-preview.module.css';
import layoutStyles from './site-layout.module.css';

type Props = {
  brand: Brand;
  width: number;
  /** The sentences of all pages instead of the home page. */
  hasTexts: boolean;
};

/** The parts of the home page that show the brand, as a visitor sees them. */
export function HomePreview({ brand, width, hasTexts }: Props) {
  const site = { ...useSite(), brand };
  const [queries] = useState(createVisitorQueries);
  return (
    <PreviewFrame title="Preview of the home page" width={width} theme={brand.theme}>
      <QueryClientProvider client={queries}>
        <Site value={site}>
          <div className={styles.page}>
            <SiteHeader />
            <main className={layoutStyles.main}>
              {hasTexts ? (
                <div className={classNames('wrap', styles.texts)}>
                  <TextsPreview />
                </div>
              ) : (
                <>
                  <Hero />
                  <div className="wrap">
                    <HomeFeatures />
                    <HomeScenes />
                  </div>
                  <HomeClosing />
                </>
              )}
            </main>
            <SiteFooter />
          </div>
        </Site>
      </QueryClientProvider>
    </PreviewFrame>
  );
}

function createVisitorQueries(): QueryClient {
  const queries = createQueryClient();
  queries.setQueryData(sessionQuery.queryKey, null);
  return queries;
}

function TextsPreview() {
  return siteTextPlaces.map(({ place, keys }) => (
    <section key={place}>
      <SectionHeading>{place}</SectionHeading>
      <Panel>
        <Stack gap={3}>
          {keys.map((key) => {
            const { original, max } = siteTexts[key];
            const Line = max > 60 ? 'p' : 'h3';
            return (
              <Line key={key}>
                <SiteText name={key} original={original} player="Traveller" />
              </Line>
            );
          })}
        </Stack>
      </Panel>
    </section>
  ));
}
