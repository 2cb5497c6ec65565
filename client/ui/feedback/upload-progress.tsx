import { Failure } from '#client/ui/feedback/callout.tsx';
import { Progress } from '#client/ui/feedback/progress.tsx';

type Props = { upload: { share: number; isPending: boolean; error: string | undefined } };

export function UploadProgress({ upload }: Props) {
  if (upload.error) return <Failure error={upload.error} />;
  if (!upload.isPending) return null;
  const isSent = upload.share >= 1;
  return (
    <Progress
      label={isSent ? 'Preparing the image...' : 'Uploading...'}
      value={upload.share}
      valueText={`${Math.round(upload.share * 100)}%`}
    />
  );
}
