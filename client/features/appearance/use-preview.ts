import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useBrand } from '#client/lib/site.ts';
import { keepValidParts } from '#shared/endpoints/appearance.ts';
import type { Appearance, Brand } from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { previewQuery } from './appearance.queries.ts';
import { logoQuery } from './draw-logo.ts';
import type { Editing } from './editing.ts';

const pauseMs = 200;

type Preview = Pick<Editing, 'findPicture' | 'keepPicture'> & {
  brand: Brand;
  /** If set, `brand` is not that of the draft. */
  error: Error | null;
};

/** The brand of the draft, shortly after each change. While the owner is typing, parts of it are invalid. */
export function usePreview(draft: Appearance): Preview {
  const [uploaded, setUploaded] = useState<Record<string, Picture>>({});
  const [shown, setShown] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setShown((before) => keepValidParts(draft, before)), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const published = useBrand();
  const { data, error } = useQuery(previewQuery(shown));
  const { brand = published, pictures = {} } = data ?? {};
  const { logo } = shown;
  const drawn = useQuery(logoQuery(logo && pictures[logo.picture], logo?.crop)).data;
  return {
    // The server draws an icon only once its logo is published.
    brand: { ...brand, logo: logo ? (drawn ?? published.logo) : null },
    error,
    findPicture: (address) => uploaded[address] ?? pictures[address],
    keepPicture: (picture) => setUploaded((before) => ({ ...before, [picture.url]: picture })),
  };
}
