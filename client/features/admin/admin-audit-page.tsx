import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';

import { Button, ButtonLink, buttonClass } from '#client/ui/button.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { auditCsvPath } from '#shared/audit.ts';
import type { AuditFilter } from '#shared/audit.ts';
import { buildUrl } from '#shared/build-url.ts';

import { auditActionsQuery } from './admin.queries.ts';
import { describeAction } from './audit-diff.ts';
import { AuditList } from './audit-list.tsx';

import styles from './admin-audit-page.module.css';

export function AdminAuditPage() {
  const { actor, action, subject, from, to } = useSearch({ from: '/admin/audit' });
  const filter = { actor, action, subject, from, to };
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
      <Filters key={csvUrl} filter={filter} />
      <Panel variant="plain" aria-label="Entries">
        <AuditList filter={filter} />
      </Panel>
    </>
  );
}

function Filters({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const { data: actions } = useQuery(auditActionsQuery);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The route checks the values.
    const search: AuditFilter = Object.fromEntries(new FormData(event.currentTarget));
    void navigate({ to: '/admin/audit', search, resetScroll: false });
  }
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <form className={styles.filters} onSubmit={submit}>
      <TextField name="actor" label="Who" icon="user" defaultValue={filter.actor} maxLength={40} />
      <SelectField
        // Remount when the options arrive, so that the default value is selected.
        key={actions?.length ?? 0}
        name="action"
        label="Action"
        placeholder="Any"
        defaultValue={filter.action ?? ''}
        options={(actions ?? (filter.action ? [filter.action] : [])).map((action) => ({
          value: action,
          label: describeAction(action),
        }))}
      />
      <TextField
        name="subject"
        label="About"
        icon="search"
        defaultValue={filter.subject}
        maxLength={100}
      />
      <DateTimeField type="date" name="from" label="From" defaultValue={filter.from} />
      <DateTimeField type="date" name="to" label="To" defaultValue={filter.to} />
      <div className={styles.buttons}>
        <Button type="submit" tone="primary">
          Filter
        </Button>
        {isFiltered && (
          <Link to="/admin/audit" search={{}} className={buttonClass({ tone: 'quiet' })}>
            Clear
          </Link>
        )}
      </div>
    </form>
  );
}
