import { CopyButton } from '#client/ui/form/copy-button.tsx';

import styles from './code-block.module.css';

type Props = {
  code: string;
  /** Names the block, e.g. `config.properties`. */
  label: string;
};

export function CodeBlock({ code, label }: Props) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        {label}
        <CopyButton text={code} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
