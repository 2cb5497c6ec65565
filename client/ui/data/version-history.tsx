import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { PagedView } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';

type Page<Version> = { page: number; pages: number; total: number; versions: Version[] };

type Described = {
  version: number;
  /** By default the number, with a chip if visitors see this version. */
  text?: string;
  isPublished?: boolean;
  by: string;
  at: string;
  note?: string | false | undefined;
  actions: ReactNode;
};

type Props<Version, Key extends readonly unknown[]> = {
  query: (page: number) => UseQueryOptions<Page<Version>, Error, Page<Version>, Key>;
  empty: string;
  children: (version: Version) => Described;
};

export function VersionHistory<Version, Key extends readonly unknown[]>({
  query,
  empty,
  children,
}: Props<Version, Key>) {
  const [page, setPage] = useState(1);
  return (
    <PagedView
      query={useQuery(query(page))}
      errorHeading="The history could not be loaded"
      panel="none"
      label="Pages of versions"
      onPage={setPage}
      empty={<Hint>{empty}</Hint>}
    >
      {({ versions }) => (
        <Entries>
          {versions.map(children).map(({ version, text, isPublished, by, at, note, actions }) => (
            <Entry
              key={version}
              text={
                text ?? (
                  <>
                    Version {version} {isPublished && <Chip tone="moss">Published</Chip>}
                  </>
                )
              }
              facts={
                <>
                  {by} · <Timestamp at={at} />
                  {note && ` · ${note}`}
                </>
              }
              actions={actions}
            />
          ))}
        </Entries>
      )}
    </PagedView>
  );
}

type NewerProps = {
  heading?: string;
  takeLabel?: string;
  /** Whose it is, and what happens to it. */
  children: ReactNode;
  onTake: () => void;
  /** Undefined if nothing was changed. */
  onKeep: (() => void) | undefined;
};

/** Shown while someone else has saved a newer version. */
export function NewerVersion({
  heading = 'There is a newer version',
  takeLabel = 'Load Theirs',
  children,
  onTake,
  onKeep,
}: NewerProps) {
  return (
    <Callout tone="warning" live heading={heading}>
      <Stack gap={3}>
        <p>{children}</p>
        <Row>
          <Button size="sm" onClick={onTake}>
            {takeLabel}
          </Button>
          {onKeep && (
            <Button size="sm" onClick={onKeep}>
              Keep Mine
            </Button>
          )}
        </Row>
      </Stack>
    </Callout>
  );
}
