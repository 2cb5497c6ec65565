import { TopUp, TopUpNotices } from '#client/features/payments/top-ups.tsx';
import { Store } from '#client/features/shop/store.tsx';

/** Combines two features: the items (shop) and the top-ups (payments). */
export function ShopPage() {
  return (
    <Store notices={<TopUpNotices />}>
      <TopUp />
    </Store>
  );
}
