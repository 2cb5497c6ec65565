import type { ReactNode } from 'react';

import { IconButton } from '#client/ui/form/button.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';

import styles from './full-preview.module.css';

type Props = { text: string; onClose: () => void; children: ReactNode };

export function FullPreview({ text, onClose, children }: Props) {
  return (
    <Modal aria-label="Preview" className={styles.overlay} onClose={onClose}>
      <div className={styles.bar}>
        <p>{text}</p>
        <IconButton icon="close" label="Close preview" onClick={onClose} />
      </div>
      <div className={`wrap ${styles.page}`}>{children}</div>
    </Modal>
  );
}
