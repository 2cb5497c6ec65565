import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { read } from '#client/lib/read.ts';
import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { formatCount } from '#shared/rules/format-count.ts';

import { filterGroups, groupOperations } from './open-api.ts';
import type { Group, OpenApiDocument, Operation } from './open-api.ts';
import { OperationPanel } from './operation-panel.tsx';

import styles from './api-docs-page.module.css';

export function ApiDocsPage() {
  const query = useQuery(openApiQuery);
  return (
    <div className={classNames('wrap', styles.page)}>
      <PageHeading
        lead={
          query.data?.info.description ??
          'Every endpoint of the website, the game bridge and the tools around them.'
        }
        actions={
          <ButtonLink href="/api/openapi.json">
            OpenAPI JSON
            <Icon name="external" />
          </ButtonLink>
        }
      >
        API
      </PageHeading>
      <QueryView
        query={query}
        errorHeading="The documentation could not be loaded"
        loadingText="Loading the API..."
        skeleton={
          <Panel>
            <SkeletonText lines={8} />
          </Panel>
        }
        panel="none"
      >
        {(document) => <Operations document={document} />}
      </QueryView>
    </div>
  );
}

function Operations({ document }: { document: OpenApiDocument }) {
  const search = useSearch({ from: '/site/api/docs' });
  const { q: filter = '' } = search;
  const groups = filterGroups(groupOperations(document), filter);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const origin = document.servers?.[0]?.url ?? window.location.origin;

  return (
    <Stack>
      <Stack gap={2}>
        <FilterForm
          inline
          search={search}
          fields={[
            {
              name: 'q',
              label: 'Filter',
              type: 'search',
              icon: 'search',
              placeholder: 'Path or keyword',
            },
          ]}
        />
        <Text as="output" size="md" tone="muted">
          {formatCount(count, 'endpoint')}
        </Text>
      </Stack>
      <Stack gap={2}>
        {groups.length === 0 && (
          <EmptyState scene="signpost" text={`No endpoint matches “${filter}”.`} />
        )}
        {groups.map((group) => (
          <GroupPart key={group.tag} group={group} isFiltered={filter !== ''}>
            {(operation) => (
              <OperationPanel
                key={operation.id}
                operation={operation}
                origin={origin}
                components={document.components}
              />
            )}
          </GroupPart>
        ))}
      </Stack>
    </Stack>
  );
}

type GroupProps = {
  group: Group;
  isFiltered: boolean;
  children: (operation: Operation) => ReactNode;
};

/** Folded, unless the filter found something in it or the address names it or one of its endpoints. */
function GroupPart({ group: { tag, id, operations }, isFiltered, children }: GroupProps) {
  const isLinked = useLocation({
    select: ({ hash }) => hash === id || operations.some((operation) => operation.id === hash),
  });
  const isOpen = isFiltered || isLinked;
  const [wasOpened, setWasOpened] = useState(isOpen);
  return (
    <details id={id} open={isOpen} className={styles.group} onToggle={() => setWasOpened(true)}>
      <summary>
        <SectionHeading
          first
          aside={
            <>
              <span className={styles.number}>{operations.length}</span>
              <Icon name="chevron-down" className={styles.arrow} />
            </>
          }
        >
          {tag}
        </SectionHeading>
      </summary>
      {wasOpened && (
        <Stack gap={3} className={styles.operations}>
          {operations.map(children)}
        </Stack>
      )}
    </details>
  );
}

const openApiQuery = read(
  null,
  'GET /api/openapi.json',
  {},
  {
    // The cast is safe: the server generates a standard OpenAPI document, and this type is a part of it.
    convert: (answer) => answer as Promise<OpenApiDocument>,
    staleTime: Infinity,
  },
);
