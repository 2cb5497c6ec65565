import { useState } from 'react';
import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';

import styles from './preview-panel.module.css';

const widths = { Desktop: 1440, Phone: 390 };
type Screen = keyof typeof widths;
const screens = Object.keys(widths) as Screen[];

type Props = {
  /** Shown instead of the preview, which would be that of another look. */
  error: Error | null;
  children: (width: number) => ReactNode;
};

export function PreviewPanel({ error, children }: Props) {
  const [screen, setScreen] = useState<Screen>(() => (innerWidth < 700 ? 'Phone' : 'Desktop'));
  return (
    <Stack as="section" gap={3} aria-label="Preview">
      <Row spread>
        <Text size="md" tone="muted" strong>
          As visitors see it
        </Text>
        <fieldset aria-label="Screen" className={styles.screens}>
          {screens.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === screen}
              className={classNames(styles.screen, one === screen && styles.chosen)}
              onClick={() => setScreen(one)}
            >
              {one}
            </button>
          ))}
        </fieldset>
      </Row>
      {error ? (
        <Callout tone="danger" live heading="This look cannot be shown">
          {error.message} Your changes are still in the form. Undo the last one, or try again.
        </Callout>
      ) : (
        <section
          aria-label="Preview of the home page"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
          tabIndex={0}
          className={classNames(styles.stage, screen === 'Phone' && styles.phone)}
        >
          {children(widths[screen])}
        </section>
      )}
    </Stack>
  );
}
