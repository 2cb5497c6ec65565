import { useEffect, useRef } from 'react';

import { Icon } from '#client/ui/icon.tsx';

import styles from './form-errors.module.css';

export type FormProblem = { message: string; fieldId?: string | undefined };

type Props = {
  /** If empty, only the live region is rendered, so that later problems are announced. */
  problems: readonly FormProblem[];
  heading?: string | undefined;
  /** Moves the focus here when problems appear. Leave off if the first invalid field gets it. */
  takeFocus?: boolean | undefined;
};

export function FormErrors({ problems, heading, takeFocus = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const has = problems.length > 0;
  useEffect(() => {
    if (has && takeFocus) box.current?.focus();
  }, [has, takeFocus]);
  return (
    <div role="alert" ref={box} tabIndex={-1} className={has ? styles.summary : styles.idle}>
      {has && (
        <>
          <Icon name="danger" size="md" />
          <div>
            {heading && <p className={styles.heading}>{heading}</p>}
            {problems.length === 1 ? (
              <Problem {...problems[0]!} />
            ) : (
              <ul className={styles.list}>
                {problems.map((problem) => (
                  <li key={problem.message}>
                    <Problem {...problem} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Problem({ message, fieldId }: FormProblem) {
  return fieldId ? <a href={`#${fieldId}`}>{message}</a> : <>{message}</>;
}
