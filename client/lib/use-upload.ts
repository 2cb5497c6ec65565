import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { mediaLimits, uploadMedia } from '#shared/media.ts';
import type { Picture } from '#shared/media.ts';

import { upload } from './upload.ts';

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

export type Upload = {
  /** 0 to 1 while bytes leave. */
  share: number;
  picture: Picture | undefined;
  error: string | undefined;
  isPending: boolean;
  start: (file: File) => void;
  /** Forgets what was sent; stops what is being sent. */
  reset: () => void;
};

export function useUpload(onDone?: (picture: Picture) => void): Upload {
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      return send(file, setShare, stop.current.signal);
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
      stop.current?.abort();
      sending.reset();
    },
  };
}

/** Told at once what the server would refuse after megabytes. */
async function send(file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  if (!pictureTypes.includes(file.type)) {
    throw new Error('This is no picture the site takes: use PNG, JPEG, WebP, GIF or AVIF.');
  }
  if (file.size > mediaLimits.bytes) throw new Error('The picture is larger than 10 MB.');
  return upload(uploadMedia, file, { onProgress, signal });
}
