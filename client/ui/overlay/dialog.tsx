import { type ComponentProps, type ReactNode, useId } from 'react';

import { IconButton } from '#client/ui/form/button.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';

import styles from './dialog.module.css';

type Props = Omit<ComponentProps<typeof Modal>, 'title'> & {
  title: ReactNode;
  footer?: ReactNode;
};

export function Dialog({ title, footer, children, onClose, ...rest }: Props) {
  const titleId = useId();
  return (
    <Modal {...rest} onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  );
}
