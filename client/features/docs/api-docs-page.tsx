import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { formatCount } from '#shared/rules/format-count.ts';

import { openApiQuery } from './docs.queries.ts';
import { filterGroups, groupOperations } from './open-api.ts';
import type { OpenApiDocument } from './open-api.ts';
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
          <ButtonLink href="/api/openapi.json" iconEnd="external">
            OpenAPI JSON
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
    <div className={styles.columns}>
      <div className={styles.side}>
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
        <Text as="output" size="md" tone="muted" className={styles.count}>
          {formatCount(count, 'endpoint')}
        </Text>
        <nav aria-label="Endpoint groups">
          <ul className={styles.contents}>
            {groups.map(({ tag, id, operations }) => (
              <li key={tag}>
                <a href={`#${id}`}>
                  {tag} <span className={styles.number}>{operations.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Stack className={styles.groups}>
        {groups.length === 0 && (
          <EmptyState scene="signpost" text={`No endpoint matches “${filter}”.`} />
        )}
        {groups.map(({ tag, id, operations }) => (
          <section key={tag} aria-labelledby={id}>
            <SectionHeading id={id} first>
              {tag}
            </SectionHeading>
            <Stack gap={3}>
              {operations.map((operation) => (
                <OperationPanel
                  key={operation.id}
                  operation={operation}
                  origin={origin}
                  components={document.components}
                />
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </div>
  );
}
