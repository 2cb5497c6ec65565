import { useMutation } from '@tanstack/react-query';

import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import type { OutsideAnswer } from '#shared/endpoints/setup.ts';

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
