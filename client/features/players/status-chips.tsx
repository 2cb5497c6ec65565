import { Chip } from '#client/ui/chip.tsx';

import styles from './admin-users-page.module.css';

type Props = { user: { isBanned: boolean; isMuted: boolean; communityManager: boolean } };

export function StatusChips({ user }: Props) {
  const { isBanned, isMuted, communityManager } = user;
  if (!isBanned && !isMuted && !communityManager) return <span className={styles.none}>–</span>;
  return (
    <span className={styles.chips}>
      {isBanned && (
        <Chip tone="blood" icon="lock">
          Banned
        </Chip>
      )}
      {isMuted && (
        <Chip tone="ember" icon="minus">
          Muted
        </Chip>
      )}
      {communityManager && (
        <Chip tone="sky" icon="calendar">
          Community
        </Chip>
      )}
    </span>
  );
}
