import { Chip } from '#client/ui/chip.tsx';

import type { PostState } from './admin-news.queries.ts';

const looks = {
  draft: { tone: 'neutral', icon: 'pencil', label: 'Draft' },
  scheduled: { tone: 'sky', icon: 'clock', label: 'Scheduled' },
  published: { tone: 'moss', icon: 'check', label: 'Published' },
} as const;

export function StateChip({ state }: { state: PostState }) {
  const { tone, icon, label } = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {label}
    </Chip>
  );
}
