import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';

import styles from './bundle-contents.module.css';

type Contents = NonNullable<ShopItem['contents']>;

/** A bundle with more parts shows the rest on demand. */
const shownCount = 4;

export function BundleContents({ contents }: { contents: Contents }) {
  const shown = contents.length > shownCount + 1 ? shownCount : contents.length;
  return (
    <>
      <PartList parts={contents.slice(0, shown)} />
      {contents.length > shown && (
        <details className={styles.more}>
          <summary>and {contents.length - shown} more</summary>
          <PartList parts={contents.slice(shown)} />
        </details>
      )}
    </>
  );
}

function PartList({ parts }: { parts: Contents }) {
  return (
    <ul className={styles.parts} aria-label="Contents">
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two parts may have the same name
        <li key={at}>
          <ItemPicture item={part} sizes="32px" className={styles.thumb} />
          <span>
            {part.name}
            {part.quantity > 1 && ` × ${part.quantity.toLocaleString('en')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
