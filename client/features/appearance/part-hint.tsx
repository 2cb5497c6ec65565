import type { ReactNode } from 'react';

import { Text } from '#client/ui/text/text.tsx';

export function PartHint({ children }: { children: ReactNode }) {
  return (
    <Text size="md" tone="muted">
      {children}
    </Text>
  );
}
