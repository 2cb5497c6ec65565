import { classNames } from '#client/ui/class-names.ts';

import styles from './sale-seal.module.css';

type Props = { percent: number; className?: string | undefined };

/** A wax seal with what a sale takes off; 0 is less than one percent. */
export function SaleSeal({ percent, className }: Props) {
  return (
    <span className={classNames(styles.seal, className)}>
      {percent === 0 ? (
        'Sale'
      ) : (
        <>
          <span className="visually-hidden">Reduced by </span>
          <span aria-hidden="true">−</span>
          {percent}%
        </>
      )}
    </span>
  );
}
