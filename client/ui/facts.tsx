import type { ReactNode } from 'react';

import { Columns } from '#client/ui/layout.tsx';
import { Text } from '#client/ui/text.tsx';

/** Labels with their values. A fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Columns as="dl" gap={3} min="xs" className="sans">
      {facts.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={label}>
              <Text as="dt" size="sm" tone="muted">
                {label}
              </Text>
              <Text as="dd" tone="bright" strong breaks>
                {value}
              </Text>
            </div>
          ),
      )}
    </Columns>
  );
}
