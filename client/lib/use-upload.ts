import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { mediaLimits } from '#shared/endpoints/media.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { upload } from './upload.ts';
import type { UploadOptions } from './upload.ts';

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

export type Upload = {
  share: number;
  picture: Picture | undefined;
  error: string | undefined;
  isPending: boolean;
  start: (file: File) => void;
  /** Aborts a running upload and forgets the result. */
  reset: () => void;
};

type PictureRoute = 'POST /api/admin/media' | 'POST /api/support/pictures';

export function useUpload(
  onDone?: (picture: Picture) => void,
  route: PictureRoute = 'POST /api/admin/media',
): Upload {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const sending = useMutation({
    mutationFn: (file: File) => {
      controller.current = new AbortController();
      return send(route, file, { onProgress: setShare, signal: controller.current.signal });
    },
    onSuccess: (picture) => onDone?.(picture),
  });
  return {
    share,
    picture: sending.data,
    error: sending.error?.message,
    isPending: sending.isPending,
    start(file) {
      setShare(0);
      sending.mutate(file);
    },
    reset() {
      controller.current?.abort();
      sending.reset();
    },
  };
}

/** Checks type and size first, so that the server need not refuse the file after megabytes. */
async function send(route: PictureRoute, file: File, options: UploadOptions) {
  if (!pictureTypes.includes(file.type)) {
    throw new Error('This file type is not supported: use PNG, JPEG, WebP, GIF or AVIF.');
  }
  if (file.size > mediaLimits.bytes) throw new Error('The picture is larger than 10 MB.');
  return upload(route, file, options);
}
