import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useBrand } from '#client/lib/site-state.ts';
import { keepValidParts } from '#shared/appearance.ts';
import type { Appearance, Brand } from '#shared/appearance.ts';
import type { Picture } from '#shared/media.ts';

import { previewQuery } from './appearance.queries.ts';
import { logoQuery } from './draw-logo.ts';

const pauseMs = 200;

/** The brand of the draft, shortly after each change. While the owner is typing, parts of it are invalid. */
export function usePreview(draft: Appearance): {
  brand: Brand;
  pictures: Record<string, Picture>;
  /** If set, `brand` is not that of the draft. */
  error: Error | null;
} {
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
  // The server draws an icon only once its logo is published.
  return { brand: { ...brand, logo: logo ? (drawn ?? published.logo) : null }, pictures, error };
}
