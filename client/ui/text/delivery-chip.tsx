import type { ComponentProps } from 'react';

import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Chip } from '#client/ui/text/chip.tsx';
import type { DeliveryState } from '#shared/endpoints/shop.ts';

type Look = { label: string; tone: ComponentProps<typeof Chip>['tone']; icon: IconName };

/** `attention` means that the game gave up delivering. */
export const deliveryLooks: Record<DeliveryState, Look> = {
  queued: { label: 'Queued', tone: 'sky', icon: 'clock' },
  claimed: { label: 'Claimed', tone: 'gold', icon: 'server' },
  delivered: { label: 'Delivered', tone: 'moss', icon: 'check' },
  attention: { label: 'Failed', tone: 'blood', icon: 'warning' },
  canceled: { label: 'Canceled', tone: 'neutral', icon: 'close' },
};

export function DeliveryChip({ state }: { state: DeliveryState }) {
  const { label, tone, icon } = deliveryLooks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {label}
    </Chip>
  );
}
