import { useBrand } from '#client/lib/site.ts';
import type { SiteTextKey, SiteTexts } from '#shared/rules/site-texts.ts';

type Props<Key extends SiteTextKey> = {
  name: Key;
  original: SiteTexts[Key]['original'];
  /** Fills `{player}`. */
  player?: string;
};

/** A sentence that the owner can replace. The brand contains only those that they have replaced. */
export function SiteText<Key extends SiteTextKey>({ name, original, player = '' }: Props<Key>) {
  const brand = useBrand();
  const text = brand.texts[name] ?? original;
  return text.replaceAll('{site}', brand.name).replaceAll('{player}', player);
}
