import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { PageHeading } from '#client/ui/page-heading.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Brand } from '#shared/appearance.ts';

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
