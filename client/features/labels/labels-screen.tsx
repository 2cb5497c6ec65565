import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { EditedLabel } from '#shared/endpoints/labels.ts';
import { labelLimits } from '#shared/rules/labels.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

import { LabelDialog } from './label-dialog.tsx';
import { LabelLines } from './label-lines.tsx';
import type { LabelTexts } from './label-texts.ts';
import { labelsQuery } from './labels.queries.ts';

type Props = {
  list: LabelListName;
  texts: LabelTexts;
  above?: ReactNode;
  overview?: ReactNode;
};

export function LabelsScreen({ list, texts, above, overview }: Props) {
  const query = useQuery(labelsQuery(list));
  const [edited, setEdited] = useState<EditedLabel | 'new'>();
  const isFull = (query.data?.labels.length ?? 0) >= labelLimits.most;
  return (
    <>
      <PageHeading
        above={above}
        lead={texts.lead}
        actions={
          <Button
            tone="primary"
            icon="plus"
            disabled={!query.data || isFull}
            onClick={() => setEdited('new')}
          >
            {texts.add}
          </Button>
        }
      >
        {texts.heading}
      </PageHeading>
      <Stack gap={6}>
        {overview}
        <QueryView
          query={query}
          errorHeading="The list could not be loaded"
          loadingText="Loading list..."
          skeleton={<Skeleton shape="block" height="420px" />}
        >
          {({ labels }) => (
            <>
              <LabelLines list={list} labels={labels} texts={texts} onEdit={setEdited} />
              {edited && (
                <LabelDialog
                  list={list}
                  labels={labels}
                  label={edited === 'new' ? undefined : edited}
                  texts={texts}
                  onClose={() => setEdited(undefined)}
                />
              )}
            </>
          )}
        </QueryView>
      </Stack>
    </>
  );
}
