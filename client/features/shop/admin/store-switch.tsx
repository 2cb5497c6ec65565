import { useMutation, useQuery } from '@tanstack/react-query';

import { Callout } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { showToast } from '#client/ui/toast.tsx';

import { siteSettingsQuery, setShopOpen } from './admin-shop.queries.ts';

const confirmText =
  'Close the store? Players will not be able to buy items or top up. Refunds, disputes and deliveries continue.';

/** Opens or closes the whole store, for example when the ledger check fails. */
export function StoreSwitch() {
  const { data } = useQuery(siteSettingsQuery);
  const saving = useMutation({
    mutationFn: setShopOpen,
    onSuccess: ({ shopOpen }) =>
      showToast(shopOpen ? 'The store is open.' : 'The store is closed.', { tone: 'success' }),
  });
  if (!data) return null;
  const isOpen = saving.isPending ? saving.variables : data.shopOpen;

  async function change(next: boolean) {
    if (saving.isPending) return;
    const isSure =
      next || (await askConfirm(confirmText, { confirmLabel: 'Close Store', tone: 'danger' }));
    if (isSure) saving.mutate(next);
  }

  return (
    <Callout
      tone={isOpen ? 'success' : 'warning'}
      heading={isOpen ? 'The store is open' : 'The store is closed'}
      action={
        <Switch label="The store is open" checked={isOpen} onChange={(next) => void change(next)} />
      }
    >
      {isOpen
        ? 'Players can buy items and top up. Switch it off to stop both immediately.'
        : 'Players see that it is closed and cannot buy items or top up. Refunds, disputes and deliveries continue.'}
      {saving.isError && <p role="alert">{saving.error.message}</p>}
    </Callout>
  );
}
