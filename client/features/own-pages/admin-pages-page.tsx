import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { NewPageDialog } from './new-page-dialog.tsx';
import { ownPagesQuery } from './own-pages.queries.ts';
import { PageTable } from './page-table.tsx';

export function AdminPagesPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHeading
        lead="Rules, guides, questions and answers: pages with your own texts. Their links appear in this order, after those that every site has."
        actions={
          <Button tone="primary" icon="plus" onClick={() => setIsAdding(true)}>
            New Page
          </Button>
        }
      >
        Pages
      </PageHeading>
      <QueryView
        query={useQuery(ownPagesQuery)}
        errorHeading="The pages could not be loaded"
        loadingText="Loading pages..."
        skeleton={<Skeleton shape="block" height="280px" />}
      >
        {({ pages }) => (
          <Panel variant="plain" pad="none">
            <PageTable pages={pages} />
          </Panel>
        )}
      </QueryView>
      {isAdding && <NewPageDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
