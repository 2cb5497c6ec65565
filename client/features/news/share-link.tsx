import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { Button } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';

import styles from './post-page.module.css';

export function ShareLink({ title }: { title: string }) {
  const isInBrowser = useInBrowser();
  if (!isInBrowser || !canShare()) {
    return (
      <CopyButton
        text={ownAddress}
        label="Copy link"
        copiedLabel="Link copied"
        className={styles.share}
      />
    );
  }
  return (
    <Button
      tone="quiet"
      size="sm"
      icon="external"
      className={styles.share}
      // Closing the share sheet rejects; that is not an error.
      onClick={() => void navigator.share({ title, url: ownAddress() }).catch(() => {})}
    >
      Share
    </Button>
  );
}

function ownAddress(): string {
  return location.origin + location.pathname;
}

function canShare(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}
