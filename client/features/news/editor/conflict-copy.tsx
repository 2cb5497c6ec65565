import { useState } from 'react';

import { formatDateTime } from '#client/lib/dates.ts';
import { Button } from '#client/ui/form/button.tsx';
import { ReadOnlyText } from '#client/ui/form/rich-text/rich-text.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { Hint } from '#client/ui/text/text.tsx';

import type { UnsavedWork } from './unsaved-work.ts';

type Props = { copy: UnsavedWork; onDiscard: () => void };

/** The author's own version after a conflict, shown below the editor until discarded. */
export function ConflictCopy({ copy, onDiscard }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  async function discard() {
    const text = 'Discard the copy of your version? This cannot be undone.';
    if (await askConfirm(text, { confirmLabel: 'Discard', tone: 'danger' })) onDiscard();
  }
  return (
    <Panel
      variant="plain"
      heading="Your Version, Kept as a Copy"
      icon="copy"
      actions={
        <Row>
          <Button
            size="sm"
            icon={isCopied ? 'check' : 'copy'}
            onClick={() => void copyWithFormatting(copy.fields.content).then(setIsCopied)}
          >
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy the Text'}</span>
          </Button>
          <Button size="sm" tone="quiet" icon="trash" onClick={() => void discard()}>
            Discard
          </Button>
        </Row>
      }
    >
      <Stack>
        <Hint>
          From {formatDateTime(copy.at)}: “{copy.fields.title}”. Copy what you need and paste it
          above.
        </Hint>
        <ReadOnlyText content={copy.fields.content} />
      </Stack>
    </Panel>
  );
}

/** False if the browser refuses; the text can still be selected by hand. */
async function copyWithFormatting(html: string): Promise<boolean> {
  const plain = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  const parts = { 'text/html': html, 'text/plain': plain };
  const blobs = Object.entries(parts).map(([type, text]) => [type, new Blob([text], { type })]);
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    return false;
  }
}
