import scrollUrl from '#client/art/empty/scroll.svg';
import { formatDateTime } from '#client/lib/dates.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import type { UnsavedWork } from './unsaved-work.ts';

import styles from './post-editor.module.css';

type Props = {
  work: UnsavedWork;
  /** A newer version has been saved since. */
  isOutdated: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Shown before the editor opens, so neither choice can overwrite the other text. */
export function RestorePrompt({ work, isOutdated, onRestore, onDiscard }: Props) {
  return (
    <Panel variant="plain" className={styles.found}>
      <img src={scrollUrl} alt="" width="240" height="150" />
      <h2>Unsaved Work Found</h2>
      <p>
        “{work.fields.title || 'Untitled'}” was last edited on this device on{' '}
        {formatDateTime(work.at)} and never saved.
        {isOutdated && ' Someone has saved a newer version of the post since.'}
      </p>
      <Row>
        <Button tone="primary" onClick={onRestore}>
          Restore It
        </Button>
        <Button tone="quiet" icon="trash" onClick={onDiscard}>
          Discard It
        </Button>
      </Row>
    </Panel>
  );
}
