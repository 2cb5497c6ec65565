import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';

import { publishAgain } from './history-part.tsx';
import type { useAppearance } from './use-appearance.ts';

import styles from './publish-bar.module.css';

type Props = { appearance: ReturnType<typeof useAppearance> };

/** Always on the screen, whichever part is open. */
export function PublishBar({ appearance }: Props) {
  const { form, version, isDirty, isBehind, discard, load } = appearance;
  const errors = Object.keys(form.errors).length;
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
            <ActionButton
              tone="quiet"
              action={{
                name: 'Discard',
                ask: 'Discard your changes? They are not stored anywhere.',
                danger: true,
                call: async () => discard(),
              }}
            />
          )}
          {!isDirty && version > 0 && (
            <ActionButton
              tone="quiet"
              action={{
                ...publishAgain(version - 1, load),
                name: 'Undo',
                ask: 'Publish the previous version again? Every visitor sees it at once.',
              }}
            />
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
