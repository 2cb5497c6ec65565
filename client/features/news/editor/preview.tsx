import { useState } from 'react';

import { IconButton } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/modal.tsx';
import { readDate } from '#shared/dates.ts';
import { toTimestamp } from '#shared/timestamps.ts';
import type { Timestamp } from '#shared/timestamps.ts';

import { PostArticle } from '../post-article.tsx';
import type { PostFields } from './post-fields.ts';

import styles from './preview.module.css';

type Props = { fields: PostFields; createdAt: Timestamp | null; onClose: () => void };

/** Shows the same article component as the post page, full screen. */
export function Preview({ fields, createdAt, onClose }: Props) {
  const [now] = useState(() => new Date());
  const planned = fields.state === 'scheduled' ? readDate(fields.publishAt) : undefined;
  const shownAt = createdAt ?? toTimestamp(planned ?? now);
  return (
    <Modal aria-label="Preview" className={styles.overlay} onClose={onClose}>
      <div className={styles.bar}>
        <p>Preview: this is how readers see the post.</p>
        <IconButton icon="close" label="Close preview" onClick={onClose} />
      </div>
      <div className={`wrap ${styles.page}`}>
        <PostArticle post={{ ...fields, title: fields.title || 'Untitled', createdAt: shownAt }} />
      </div>
    </Modal>
  );
}
