import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useLabel } from '#client/lib/labels.ts';
import { buttonClass, IconButton } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { EditedPost } from '#shared/news.ts';

import { deletePost } from './admin-news.queries.ts';
import { PostPicture } from './post-picture.tsx';
import { StateChip } from './state-chip.tsx';

import styles from './admin-news-page.module.css';

export function PostTable({ posts }: { posts: readonly EditedPost[] }) {
  return (
    <DataTable
      caption="Posts"
      columns={columns}
      rows={posts}
      rowKey={(post) => post.id}
      phone="cards"
      dense
    />
  );
}

const columns: Column<EditedPost>[] = [
  {
    label: 'Post',
    rowHeader: true,
    cell: (post) => (
      <Link to="/admin/news/edit/$id" params={{ id: post.id }} className={styles.post}>
        <PostPicture post={post} sizes="96px" className={styles.thumb} />
        <span>{post.title}</span>
      </Link>
    ),
  },
  { label: 'State', narrow: true, cell: (post) => <StateChip state={post.state} /> },
  {
    label: 'Category',
    priority: 2,
    narrow: true,
    cell: (post) => <Category of={post} />,
  },
  { label: 'Published', narrow: true, cell: (post) => <PublishDate post={post} /> },
  {
    label: 'Last saved',
    priority: 3,
    narrow: true,
    cell: ({ updatedAt, updatedBy }) => (
      <>
        <Timestamp at={updatedAt} />
        {updatedBy && <span className={styles.by}>by {updatedBy}</span>}
      </>
    ),
  },
  { label: 'Actions', narrow: true, cell: (post) => <PostActions post={post} /> },
];

function PublishDate({ post }: { post: EditedPost }) {
  if (post.state === 'draft') return '–';
  return <Timestamp at={post.state === 'scheduled' ? post.publishAt : post.createdAt} />;
}

const iconLinkClass = buttonClass({ tone: 'quiet', size: 'sm', square: true });

function PostActions({ post }: { post: EditedPost }) {
  const deletion = useMutation({
    mutationFn: () => deletePost(post.id),
    onSuccess: () => showToast(`“${post.title}” was deleted.`, { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
  });
  async function confirmDelete() {
    const isSure = await askConfirm(`Delete the post “${post.title}”? This cannot be undone.`, {
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (isSure) deletion.mutate();
  }
  return (
    <span className={styles.actions}>
      <Link
        to="/admin/news/edit/$id"
        params={{ id: post.id }}
        className={iconLinkClass}
        aria-label={`Edit ${post.title}`}
      >
        <Icon name="pencil" />
      </Link>
      {post.state === 'published' && (
        <Link
          to="/news/$id"
          params={{ id: post.id }}
          className={iconLinkClass}
          aria-label={`View ${post.title}`}
        >
          <Icon name="eye" />
        </Link>
      )}
      <IconButton
        size="sm"
        icon="trash"
        label={`Delete ${post.title}`}
        pending={deletion.isPending}
        onClick={() => void confirmDelete()}
      />
    </span>
  );
}

function Category({ of }: { of: EditedPost }) {
  return useLabel('news', of.category).name;
}
