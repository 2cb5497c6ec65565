import { useSearch } from '@tanstack/react-router';

import { TopUp, TopUpNotices } from '#client/features/payments/top-ups.tsx';
import { Store } from '#client/features/shop/store.tsx';
import { useOffer } from '#client/features/shop/use-offer.ts';

/** Combines two features: the items (shop) and the top-ups (payments). */
export function ShopPage() {
  const { item } = useSearch({ from: '/site/shop' });
  return (
    <Store notices={<TopUpNotices />}>
      <TopUp item={useOffer(item)} />
    </Store>
  );
}
