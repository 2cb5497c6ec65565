import { IconButton } from '#client/ui/button.tsx';

import styles from './line-buttons.module.css';

type Props = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  canRemove?: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Moves or removes one line of a list. The first and last keep their focus, so they are not disabled. */
export function LineButtons({ name, isFirst, isLast, canRemove = true, onMove, onRemove }: Props) {
  return (
    <div className={styles.tools}>
      <IconButton
        size="sm"
        icon="arrow-up"
        label={`Move ${name} up`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        size="sm"
        icon="arrow-down"
        label={`Move ${name} down`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      />
      <IconButton
        size="sm"
        icon="trash"
        label={`Remove ${name}`}
        disabled={!canRemove}
        onClick={onRemove}
      />
    </div>
  );
}
