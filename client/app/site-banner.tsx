import { useSite } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './site-banner.module.css';

export function SiteBanner() {
  const { banner } = useSite();
  if (!banner) return null;
  const isWarning = banner.tone === 'warning';
  return (
    <aside aria-label="Notice" className={classNames(styles.banner, isWarning && styles.warning)}>
      <Icon name={isWarning ? 'warning' : 'info'} size="md" className={styles.icon} />
      <p>{banner.text}</p>
    </aside>
  );
}
