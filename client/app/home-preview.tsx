import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';

import { createQueryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { siteStateQuery, useSiteState } from '#client/lib/site-state.ts';
import { classNames } from '#client/ui/class-names.ts';
import { PreviewFrame } from '#client/ui/layout/preview-frame.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';

import { HomeClosing } from './home-closing.tsx';
import { HomeFeatures } from './home-features.tsx';
import { Hero } from './home-page.tsx';
import { HomeScenes } from './home-scenes.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { TextsPreview } from './texts-preview.tsx';

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
  const state = { ...useSiteState(), brand };
  const [queries] = useState(() => createPreviewQueries(state));
  useLayoutEffect(() => {
    queries.setQueryData(siteStateQuery.queryKey, state);
  });
  return (
    <PreviewFrame title="Preview of the home page" width={width} theme={brand.theme}>
      <QueryClientProvider client={queries}>
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
      </QueryClientProvider>
    </PreviewFrame>
  );
}

/** A visitor's cache: the components read the draft instead of the published brand. */
function createPreviewQueries(state: SiteState): QueryClient {
  const queries = createQueryClient();
  queries.setQueryData(siteStateQuery.queryKey, state);
  queries.setQueryData(sessionQuery.queryKey, null);
  return queries;
}
