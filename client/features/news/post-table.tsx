import { useLabel } from '#client/lib/labels.ts';
import { actionsColumn, column, dateColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { deletePost } from './admin-news.queries.ts';
import { PostPicture } from './post-picture.tsx';

import styles from './admin-news-page.module.css';

export function PostTable({ posts }: { posts: readonly EditedPost[] }) {
  return <RecordTable caption="Posts" columns={columns} rows={posts} />;
}

const looks = {
  draft: { tone: 'neutral', icon: 'pencil', children: 'Draft' },
  scheduled: { tone: 'sky', icon: 'clock', children: 'Scheduled' },
  published: { tone: 'moss', icon: 'check', children: 'Published' },
} as const;

const columns = [
  column<EditedPost>(
    'Post',
    (post) => (
      <TitleLink to="/admin/news/edit/$id" params={{ id: post.id }} className={styles.post}>
        <PostPicture post={post} sizes="96px" className={styles.thumb} />
        <span>{post.title}</span>
      </TitleLink>
    ),
    { rowHeader: true },
  ),
  column<EditedPost>('State', ({ state }) => <Chip {...looks[state]} />, { narrow: true }),
  column<EditedPost>('Category', (post) => <Category of={post} />, { priority: 2, narrow: true }),
  dateColumn<EditedPost>('Published', findPublishDate),
  column<EditedPost>(
    'Last saved',
    ({ updatedAt, updatedBy }) => (
      <>
        <Timestamp at={updatedAt} />
        {updatedBy && (
          <Text size="sm" tone="muted">
            by {updatedBy}
          </Text>
        )}
      </>
    ),
    { priority: 3, narrow: true },
  ),
  actionsColumn<EditedPost>((post) => <PostActions post={post} />),
];

function findPublishDate({ state, publishAt, createdAt }: EditedPost) {
  if (state === 'draft') return undefined;
  return state === 'scheduled' ? publishAt : createdAt;
}

function PostActions({ post: { id, title, state } }: { post: EditedPost }) {
  return (
    <Row as="span" gap={1} nowrap>
      <IconLink to="/admin/news/edit/$id" params={{ id }} icon="pencil" label={`Edit ${title}`} />
      {state === 'published' && (
        <IconLink to="/news/$id" params={{ id }} icon="eye" label={`View ${title}`} />
      )}
      <DeleteIcon
        name={title}
        ask={`Delete the post “${title}”? This cannot be undone.`}
        call={() => deletePost(id)}
        done={`“${title}” was deleted.`}
        refresh={['news']}
      />
    </Row>
  );
}

function Category({ of }: { of: EditedPost }) {
  return useLabel('news', of.category).name;
}
