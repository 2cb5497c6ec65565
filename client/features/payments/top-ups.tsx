import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { sessionQuery } from '#client/lib/session.ts';
import { useWords } from '#client/lib/words.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { nameProvider } from '#shared/endpoints/payments.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { topUp } from '#shared/endpoints/top-up.ts';

import { OrderReturn } from './order-return.tsx';
import { cancelOrder, paymentInfoQuery } from './payments.queries.ts';
import { TopUpDialog } from './top-up-dialog.tsx';

/** In the store: what became of a checkout, and whether top-ups are possible. */
export function TopUpNotices() {
  const search = useSearch({ from: '/site/shop' });
  const orderId = search.order ?? search.session_id;
  const returned = useReturnedOrder(search.canceled ? undefined : orderId);
  const leave = useLeave();
  const { data: payments } = useQuery(paymentInfoQuery);
  const { coins } = useWords();
  useCanceledNotice(search.canceled, search.order);
  return (
    <>
      {returned.id !== undefined && (
        <OrderReturn
          id={returned.id}
          onSettled={leave}
          onClose={() => {
            returned.forget();
            leave();
          }}
        />
      )}
      {payments && ['sandbox', 'test'].includes(payments.mode) && (
        <Callout tone="warning" heading="This store is a sandbox">
          No real money is taken: top-ups are paid with test cards, and the coins are play money.
        </Callout>
      )}
      {payments?.mode === 'off' && payments.shopOpen && (
        <Callout heading="Top-ups are closed">
          You cannot buy {coins} at the moment, but you can spend those you have.
        </Callout>
      )}
    </>
  );
}

/** The dialog, when the address of the store asks for it. */
export function TopUp({ item }: { item: ShopItem | null | undefined }) {
  const search = useSearch({ from: '/site/shop' });
  const leave = useLeave();
  const { data: user } = useQuery(sessionQuery);
  const { data: payments, isPending } = useQuery(paymentInfoQuery);
  if (!user || !search.topup || payments?.shopOpen === false || isPending) return null;
  // The amount depends on it.
  if (item === undefined) return null;
  return (
    <TopUpDialog
      user={user}
      provider={payments?.provider ?? nameProvider('live')}
      rules={payments ?? topUp}
      item={item ?? undefined}
      onClose={leave}
    />
  );
}

function useLeave(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/shop', search: {}, replace: true, resetScroll: false });
}

/** Remembers the order while the page is open: its parameter is removed so that a reload does not thank again. */
function useReturnedOrder(fromUrl: string | undefined) {
  const [id, setId] = useState(fromUrl);
  if (fromUrl !== undefined && fromUrl !== id) setId(fromUrl);
  return { id, forget: () => setId(undefined) };
}

/** Removes the parameters from the URL first, so that a reload does not show the alert again. */
function useCanceledNotice(isCanceled: boolean, orderId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isCanceled) return;
    if (orderId !== undefined) void cancelOrder(orderId);
    void navigate({ to: '/shop', search: {}, replace: true }).then(() =>
      showAlert('Transaction canceled or failed. Please try again.'),
    );
  }, [isCanceled, orderId, navigate]);
}
