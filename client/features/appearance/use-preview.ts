import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useBrand } from '#client/lib/site-state.ts';
import type { Appearance, Brand } from '#shared/appearance.ts';
import type { Picture } from '#shared/media.ts';

import { previewQuery } from './appearance.queries.ts';
import { logoQuery } from './draw-logo.ts';
import { toShownDraft } from './shown-draft.ts';

const pauseMs = 200;

/** The brand of the draft, shortly after each change. */
export function usePreview(draft: Appearance): {
  brand: Brand;
  pictures: Record<string, Picture>;
} {
  const [shown, setShown] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setShown((before) => toShownDraft(draft, before)), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const published = useBrand();
  const { brand = published, pictures = {} } = useQuery(previewQuery(shown)).data ?? {};
  const { logo } = shown;
  const drawn = useQuery(logoQuery(logo && pictures[logo.picture], logo?.crop)).data;
  // The server draws an icon only once its logo is published.
  return { brand: { ...brand, logo: logo ? (drawn ?? published.logo) : null }, pictures };
}
