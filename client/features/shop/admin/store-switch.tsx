import { useQuery } from '@tanstack/react-query';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';

import { siteSettingsQuery, setShopOpen } from './admin-shop.queries.ts';

export function StoreSwitch() {
  const { data } = useQuery(siteSettingsQuery);
  if (!data) return null;
  const isOpen = data.shopOpen;
  return (
    <Callout
      tone={isOpen ? 'success' : 'warning'}
      heading={isOpen ? 'The store is open' : 'The store is closed'}
      action={
        <ActionSwitch
          label="The store is open"
          checked={isOpen}
          action={(next) => ({
            call: () => setShopOpen(next),
            undo: () => setShopOpen(!next),
            done: next ? 'The store is open.' : 'The store is closed.',
          })}
        />
      }
    >
      {isOpen
        ? 'Players can buy items and top up. Switch it off to stop both immediately.'
        : 'Players see that it is closed and cannot buy items or top up. Refunds, disputes and deliveries continue.'}
    </Callout>
  );
}
