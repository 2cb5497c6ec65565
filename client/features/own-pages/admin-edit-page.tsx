import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';

import { isMissing } from '#client/lib/is-missing.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { editedPageQuery } from './own-pages.queries.ts';
import { PageEditor } from './page-editor.tsx';

export function AdminEditPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(editedPageQuery(id));
  const { data, error } = query;
  // If the page is deleted while open, keep the editor and its unsaved text.
  if (!data && isMissing(error)) throw notFound();
  return (
    <>
      {!data && <PageHeading above={<EditorBack />}>Edit Page</PageHeading>}
      <QueryView
        query={query}
        errorHeading="This page could not be loaded"
        loadingText="Loading page..."
        skeleton={<Skeleton shape="block" height="560px" />}
      >
        {(page) => (
          <PageEditor key={id} page={page} isGone={isMissing(error)} back={<EditorBack />} />
        )}
      </QueryView>
    </>
  );
}

function EditorBack() {
  return <BackLink to="/admin/pages">All pages</BackLink>;
}
