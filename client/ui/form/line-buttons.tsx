import { IconButton } from '#client/ui/form/button.tsx';

import styles from './line-buttons.module.css';

type MoveProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
};

type Props = MoveProps & { canRemove?: boolean; onRemove: () => void };

/** Moves one line of a list. The first and last keep their focus, so they are not disabled. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveProps) {
  return (
    <span className={styles.moves}>
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
    </span>
  );
}

export function LineButtons({ canRemove = true, onRemove, ...move }: Props) {
  return (
    <div className={styles.line}>
      <MoveButtons {...move} />
      <IconButton
        size="sm"
        icon="trash"
        label={`Remove ${move.name}`}
        disabled={!canRemove}
        onClick={onRemove}
      />
    </div>
  );
}
