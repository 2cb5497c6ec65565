import { Fragment } from 'react';
import type { ReactNode } from 'react';

import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';

/** Variants of a component side by side, under the name of what differs. */
export function Example({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text as="h3" size="sm" tone="muted" strong>
        {label}
      </Text>
      <Row>{children}</Row>
    </Stack>
  );
}

export function each<const Value extends string | number>(
  values: readonly Value[],
  render: (value: Value) => ReactNode,
): ReactNode {
  return values.map((value) => <Fragment key={value}>{render(value)}</Fragment>);
}
