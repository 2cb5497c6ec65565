import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';

import { AppearanceEditor } from './appearance-editor.tsx';
import { appearanceQuery } from './appearance.queries.ts';
import type { PartName } from './parts.ts';

type Props = { renderPreview: (brand: Brand, width: number, part: PartName) => ReactNode };

export function AppearanceScreen({ renderPreview }: Props) {
  return (
    <>
      <PageHeading lead="The name, the logo, the colours and the words of the site. Visitors see changes when you publish them.">
        Appearance
      </PageHeading>
      <QueryView
        query={useQuery(appearanceQuery)}
        errorHeading="The appearance could not be loaded"
        loadingText="Loading the appearance..."
        skeleton={<Skeleton shape="block" height="560px" />}
      >
        {(published) => <AppearanceEditor published={published} renderPreview={renderPreview} />}
      </QueryView>
    </>
  );
}
