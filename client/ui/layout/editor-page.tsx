import { useSearch } from '@tanstack/react-router';
import type { ComponentProps, ComponentType, ReactNode } from 'react';

import type { Edited, SearchOf, editorSearch } from '#client/lib/search.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import type { Query } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

type Props<Data, Item> = {
  heading: string;
  lead: string;
  /** E.g. `New Poll`. */
  newLabel: string;
  /** Beside the button that opens an empty editor. */
  actions?: ReactNode;
  /** The plural, such as `polls` in `The polls could not be loaded`. */
  many: string;
  query: Query<Data>;
  read: (data: Data) => readonly Item[];
  /** Shown if the item was deleted: `This poll no longer exists.` */
  missing: string;
  empty: Omit<ComponentProps<typeof EmptyState>, 'action'> & { action: string };
  Editor: ComponentType<{ edited: Edited<Item> }>;
  /** Below the heading, also of the editor. */
  tabs?: ReactNode;
  above?: ReactNode;
  children: (data: Data) => ReactNode;
};

type EditorView = { kind: 'list' | 'new' | 'edit' | 'copy'; id?: string };

export function readEditor({ edit, copy }: Partial<SearchOf<typeof editorSearch>>): EditorView {
  if (edit === 'new') return { kind: 'new' };
  if (edit) return { kind: 'edit', id: edit };
  return copy ? { kind: 'copy', id: copy } : { kind: 'list' };
}

/** A list, or the editor of one of its items if the address has `?edit=new`, `?edit=7` or `?copy=7`. */
export function EditorPage<Data, Item extends { id: string | number }>({
  heading,
  lead,
  newLabel,
  actions,
  many,
  query,
  read,
  missing,
  empty,
  Editor,
  tabs,
  above,
  children,
}: Props<Data, Item>) {
  const view = readEditor(useSearch({ strict: false }));

  function show(data: Data) {
    const items = read(data);
    const item = items.find(({ id }) => String(id) === view.id);
    if (view.kind === 'new') return <Editor edited={{ kind: 'new' }} />;
    if (item && view.kind !== 'list') return <Editor edited={{ kind: view.kind, item }} />;
    return (
      <Stack>
        {above}
        {view.id !== undefined && <Callout tone="warning">{missing}</Callout>}
        {items.length > 0 ? (
          children(data)
        ) : (
          <Panel variant="plain">
            <EmptyState {...empty} action={<LinkButton {...newItem}>{empty.action}</LinkButton>} />
          </Panel>
        )}
      </Stack>
    );
  }

  return (
    <>
      <PageHeading
        lead={lead}
        actions={
          // The editor has its own primary button.
          view.kind === 'list' && (
            <Row gap={2}>
              {actions}
              <LinkButton {...newItem} tone="primary" icon="plus">
                {newLabel}
              </LinkButton>
            </Row>
          )
        }
      >
        {heading}
      </PageHeading>
      {tabs}
      <QueryView
        // A new key for each editor, so that its fields start with the item's values.
        key={`${view.kind} ${view.id}`}
        query={query}
        errorHeading={`The ${many} could not be loaded`}
        loadingText={`Loading ${many}...`}
      >
        {show}
      </QueryView>
    </>
  );
}

const newItem = { to: '.', search: { edit: 'new' } } as const;
