import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { moveItem } from '#client/lib/move-item.ts';
import { buttonClass, IconButton } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { pathOfPage } from '#shared/own-page-address.ts';
import type { PageSummary } from '#shared/own-pages.ts';

import { deleteOwnPage, reorderOwnPages } from './own-pages.queries.ts';
import { PageState } from './page-state.tsx';

import styles from './page-table.module.css';

type Props = { pages: readonly PageSummary[] };

const showError = (error: Error) => void showAlert(error.message);

export function PageTable({ pages }: Props) {
  return (
    <DataTable
      caption="Pages"
      columns={columnsOf(pages)}
      rows={pages}
      rowKey={({ id }) => id}
      phone="cards"
      dense
    />
  );
}

function columnsOf(pages: readonly PageSummary[]): Column<PageSummary>[] {
  return [
    {
      label: 'Page',
      rowHeader: true,
      cell: ({ id, title, slug }) => (
        <>
          <Link to="/admin/pages/edit/$id" params={{ id }} className={styles.title}>
            {title}
          </Link>
          <span className={styles.small}>{pathOfPage(slug)}</span>
        </>
      ),
    },
    { label: 'State', narrow: true, cell: (page) => <PageState page={page} /> },
    { label: 'Links', narrow: true, cell: describeLinks },
    {
      label: 'Last saved',
      priority: 3,
      narrow: true,
      cell: ({ savedAt, savedBy }) =>
        savedAt === null ? (
          'The default text'
        ) : (
          <>
            <Timestamp at={savedAt} />
            {savedBy && <span className={styles.small}>by {savedBy}</span>}
          </>
        ),
    },
    {
      label: 'Actions',
      narrow: true,
      cell: (page) => <PageActions page={page} pages={pages} />,
    },
  ];
}

function describeLinks({ isFixed, inNavigation, inFooter }: PageSummary): string {
  if (isFixed) return 'Footer';
  return [inNavigation && 'Navigation', inFooter && 'Footer'].filter(Boolean).join(', ') || '–';
}

const iconLinkClass = buttonClass({ tone: 'quiet', size: 'sm', square: true });

function PageActions({ page, pages }: Props & { page: PageSummary }) {
  const { id, title, slug, isFixed, publishedVersion } = page;
  return (
    <span className={styles.actions}>
      {!isFixed && <MoveButtons page={page} pages={pages} />}
      <Link
        to="/admin/pages/edit/$id"
        params={{ id }}
        className={iconLinkClass}
        aria-label={`Edit ${title}`}
      >
        <Icon name="pencil" />
      </Link>
      {publishedVersion !== null && (
        <a href={pathOfPage(slug)} className={iconLinkClass} aria-label={`View ${title}`}>
          <Icon name="eye" />
        </a>
      )}
      {!isFixed && <DeleteButton page={page} />}
    </span>
  );
}

function MoveButtons({ page, pages }: Props & { page: PageSummary }) {
  const own = pages.filter(({ isFixed }) => !isFixed).map(({ id }) => Number(id));
  const at = own.indexOf(Number(page.id));
  const moving = useMutation({ mutationFn: reorderOwnPages, onError: showError });
  const move = (by: -1 | 1) => moving.mutate(moveItem(own, at, by));
  const isFirst = at === 0;
  const isLast = at === own.length - 1;
  return (
    <>
      <IconButton
        size="sm"
        icon="arrow-up"
        label={`Move ${page.title} up`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && move(-1)}
      />
      <IconButton
        size="sm"
        icon="arrow-down"
        label={`Move ${page.title} down`}
        aria-disabled={isLast}
        onClick={() => !isLast && move(1)}
      />
    </>
  );
}

function DeleteButton({ page: { id, title } }: { page: PageSummary }) {
  const deletion = useMutation({
    mutationFn: () => deleteOwnPage(id),
    onSuccess: () => showToast(`“${title}” was deleted.`, { tone: 'success' }),
    onError: showError,
  });
  async function confirmDelete() {
    const text = `Delete the page “${title}” with its history? This cannot be undone.`;
    if (await askConfirm(text, { confirmLabel: 'Delete', tone: 'danger' })) deletion.mutate();
  }
  return (
    <IconButton
      size="sm"
      icon="trash"
      label={`Delete ${title}`}
      pending={deletion.isPending}
      onClick={() => void confirmDelete()}
    />
  );
}
