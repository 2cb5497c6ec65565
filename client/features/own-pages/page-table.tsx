import { moveItem } from '#client/lib/move-item.ts';
import { useAction } from '#client/lib/use-action.ts';
import { actionsColumn, column } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { MoveButtons } from '#client/ui/form/line-buttons.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { PageSummary } from '#shared/endpoints/own-pages.ts';
import { pathOfPage } from '#shared/rules/own-page-address.ts';

import { deleteOwnPage, ownPagesQuery, reorderOwnPages } from './own-pages.queries.ts';
import { PageState } from './page-state.tsx';

import styles from './page-table.module.css';

type Props = { pages: readonly PageSummary[] };

const refresh = ownPagesQuery.queryKey;

export function PageTable({ pages }: Props) {
  return <RecordTable caption="Pages" columns={columnsOf(pages)} rows={pages} />;
}

function columnsOf(pages: readonly PageSummary[]): Column<PageSummary>[] {
  return [
    column(
      'Page',
      ({ id, title, slug }) => (
        <>
          <TitleLink to="/admin/pages/edit/$id" params={{ id }}>
            {title}
          </TitleLink>
          <Text size="sm" tone="muted" breaks>
            {pathOfPage(slug)}
          </Text>
        </>
      ),
      { rowHeader: true },
    ),
    column('State', (page) => <PageState page={page} />, { narrow: true }),
    column('Links', describeLinks, { narrow: true }),
    column('Last saved', (page) => <Saved page={page} />, { priority: 3, narrow: true }),
    actionsColumn((page) => <PageActions page={page} pages={pages} />),
  ];
}

function describeLinks({ isFixed, inNavigation, inFooter }: PageSummary): string {
  if (isFixed) return 'Footer';
  return [inNavigation && 'Navigation', inFooter && 'Footer'].filter(Boolean).join(', ');
}

function Saved({ page: { savedAt, savedBy } }: { page: PageSummary }) {
  if (savedAt === null) return 'The default text';
  return (
    <>
      <Timestamp at={savedAt} />
      {savedBy && (
        <Text size="sm" tone="muted">
          by {savedBy}
        </Text>
      )}
    </>
  );
}

function PageActions({ page, pages }: Props & { page: PageSummary }) {
  const { id, title, slug, isFixed, publishedVersion } = page;
  return (
    <span className={styles.actions}>
      {!isFixed && <Mover page={page} pages={pages} />}
      <IconLink to="/admin/pages/edit/$id" params={{ id }} icon="pencil" label={`Edit ${title}`} />
      {publishedVersion !== null && (
        <ButtonLink
          href={pathOfPage(slug)}
          tone="quiet"
          size="sm"
          square
          aria-label={`View ${title}`}
        >
          <Icon name="eye" />
        </ButtonLink>
      )}
      {!isFixed && (
        <DeleteIcon
          name={title}
          ask={`Delete the page “${title}” with its history? This cannot be undone.`}
          call={() => deleteOwnPage(id)}
          done={`“${title}” was deleted.`}
          refresh={refresh}
        />
      )}
    </span>
  );
}

function Mover({ page, pages }: Props & { page: PageSummary }) {
  const { run } = useAction();
  const own = pages.filter(({ isFixed }) => !isFixed).map(({ id }) => Number(id));
  const at = own.indexOf(Number(page.id));
  return (
    <MoveButtons
      name={page.title}
      isFirst={at === 0}
      isLast={at === own.length - 1}
      onMove={(by) =>
        void run({
          call: () => reorderOwnPages(moveItem(own, at, by)),
          undo: () => reorderOwnPages(own),
          done: `“${page.title}” was moved.`,
          refresh,
        })
      }
    />
  );
}
