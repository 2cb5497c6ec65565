import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import type { PageSummary } from '#shared/endpoints/own-pages.ts';

type Props = { page: Pick<PageSummary, 'version' | 'publishedVersion'> };

export function PageState({ page: { version, publishedVersion } }: Props) {
  const isPublished = publishedVersion !== null;
  return (
    <Row gap={2}>
      {isPublished && (
        <Chip tone="moss" icon="check">
          Published
        </Chip>
      )}
      {version !== publishedVersion && (
        <Chip tone="neutral" icon="pencil">
          {isPublished ? 'Newer draft' : 'Draft'}
        </Chip>
      )}
    </Row>
  );
}
