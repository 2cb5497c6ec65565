import type { ReactNode } from 'react';

import { Columns, Row } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';

type Props = {
  /** By label. A fact without a value is left out. */
  facts: Record<string, ReactNode>;
  /** Each as wide as its content, not in columns. */
  inline?: boolean | undefined;
};

export function Facts({ facts, inline }: Props) {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  );
  const entries = known.map(([label, value]) => (
    <div key={label}>
      <Text as="dt" size="sm" tone="muted">
        {label}
      </Text>
      <Text as="dd" tone="bright" strong breaks>
        {value}
      </Text>
    </div>
  ));
  return inline ? (
    <Row as="dl" gap={6} align="start" className="sans">
      {entries}
    </Row>
  ) : (
    <Columns as="dl" gap={3} min="xs" className="sans">
      {entries}
    </Columns>
  );
}
