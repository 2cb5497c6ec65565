import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { auditCsvPath } from '#shared/endpoints/audit.ts';

import { auditActionsQuery } from './admin.queries.ts';
import { describeAction } from './audit-diff.ts';
import { AuditList } from './audit-list.tsx';

export function AdminAuditPage() {
  const filter = useSearch({ from: '/admin/audit' });
  const { action } = filter;
  const { data: actions } = useQuery(auditActionsQuery);
  const csvUrl = buildUrl(auditCsvPath, { query: filter });
  return (
    <>
      <PageHeading
        lead="Every admin action: who, what, before, after, when and from where. Entries cannot be changed or removed."
        actions={
          <ButtonLink href={csvUrl} icon="download" download>
            Export as CSV
          </ButtonLink>
        }
      >
        Audit Log
      </PageHeading>
      <FilterForm
        search={filter}
        fields={[
          { name: 'actor', label: 'Who', icon: 'user', maxLength: 40 },
          {
            name: 'action',
            label: 'Action',
            options: (actions ?? (action ? [action] : [])).map((value) => ({
              value,
              label: describeAction(value),
            })),
          },
          { name: 'subject', label: 'About', icon: 'search', maxLength: 100 },
          { name: 'from', label: 'From', date: true },
          { name: 'to', label: 'To', date: true },
        ]}
        submit={
          <Button type="submit" tone="primary">
            Filter
          </Button>
        }
      />
      <Panel variant="plain" aria-label="Entries">
        <AuditList filter={filter} />
      </Panel>
    </>
  );
}
