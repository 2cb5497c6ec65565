import { useState } from 'react';

import { FullPreview } from '#client/ui/layout/full-preview.tsx';
import { readDate } from '#shared/rules/dates.ts';
import { toTimestamp } from '#shared/timestamps.ts';
import type { Timestamp } from '#shared/timestamps.ts';

import { PostArticle } from '../post-article.tsx';
import type { PostFields } from './post-fields.ts';

type Props = { fields: PostFields; createdAt: Timestamp | null; onClose: () => void };

export function Preview({ fields, createdAt, onClose }: Props) {
  const [now] = useState(() => new Date());
  const planned = fields.state === 'scheduled' ? readDate(fields.publishAt) : undefined;
  const shownAt = createdAt ?? toTimestamp(planned ?? now);
  return (
    <FullPreview text="Preview: this is how readers see the post." onClose={onClose}>
      <PostArticle post={{ ...fields, title: fields.title || 'Untitled', createdAt: shownAt }} />
    </FullPreview>
  );
}
