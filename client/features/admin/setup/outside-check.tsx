import { useMutation } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { Callout, Failure } from '#client/ui/callout.tsx';
import type { IconName } from '#client/ui/icon-names.ts';
import { Row } from '#client/ui/layout.tsx';
import type { OutsideAnswer } from '#shared/setup.ts';

type Props = { label: string; icon: IconName; ask: () => Promise<OutsideAnswer> };

/** A button that asks a server outside of the site, and its answer. */
export function OutsideCheck({ label, icon, ask }: Props) {
  const asking = useMutation({ mutationFn: ask });
  return (
    <>
      <Row>
        <Button icon={icon} pending={asking.isPending} onClick={() => asking.mutate()}>
          {label}
        </Button>
      </Row>
      <Failure error={asking.error} />
      {asking.data && (
        <Callout tone={asking.data.isAccepted ? 'success' : 'danger'} live>
          {asking.data.text}
        </Callout>
      )}
    </>
  );
}
