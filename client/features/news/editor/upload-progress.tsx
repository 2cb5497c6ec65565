import { Callout } from '#client/ui/callout.tsx';
import { Progress } from '#client/ui/progress.tsx';

import type { Upload } from './use-upload.ts';

/** How far it is, or why it failed. */
export function UploadProgress({ upload }: { upload: Upload }) {
  if (upload.error) {
    return (
      <Callout tone="danger" live>
        {upload.error}
      </Callout>
    );
  }
  if (!upload.isPending) return null;
  const isSent = upload.share >= 1;
  return (
    <Progress
      label={isSent ? 'Preparing the picture...' : 'Uploading...'}
      value={upload.share}
      valueText={`${Math.round(upload.share * 100)}%`}
    />
  );
}
