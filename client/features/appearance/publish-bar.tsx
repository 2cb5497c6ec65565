import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { Chip } from '#client/ui/text/chip.tsx';

import { useRestore } from './history-part.tsx';
import type { useAppearance } from './use-appearance.ts';

import styles from './publish-bar.module.css';

type Props = { appearance: ReturnType<typeof useAppearance> };

/** Always on the screen, whichever part is open. */
export function PublishBar({ appearance }: Props) {
  const { form, version, isDirty, isBehind, discard, load } = appearance;
  const undoing = useRestore(load);
  const errors = Object.keys(form.errors).length;

  async function undo() {
    const text = 'Publish the previous version again? Every visitor sees it at once.';
    if (await askConfirm(text, { confirmLabel: 'Undo' })) undoing.mutate(version - 1);
  }

  async function confirmDiscard() {
    const text = 'Discard your changes? They are not stored anywhere.';
    if (await askConfirm(text, { confirmLabel: 'Discard', tone: 'danger' })) discard();
  }

  return (
    <div className={styles.bar}>
      {errors > 0 && (
        <Callout tone="danger" live>
          {errors === 1 ? 'Please check the marked field.' : 'Please check the marked fields.'}
        </Callout>
      )}
      <Row spread>
        <Chip tone={isDirty ? 'ember' : 'moss'} dot>
          {isDirty ? 'Draft' : 'Published'}
        </Chip>
        <Row gap={2}>
          {isDirty && (
            <Button tone="quiet" onClick={() => void confirmDiscard()}>
              Discard
            </Button>
          )}
          {!isDirty && version > 0 && (
            <Button tone="quiet" pending={undoing.isPending} onClick={() => void undo()}>
              Undo
            </Button>
          )}
          <Button
            type="submit"
            tone="primary"
            disabled={!isDirty || isBehind}
            pending={form.isPending}
          >
            Publish
          </Button>
        </Row>
      </Row>
    </div>
  );
}
