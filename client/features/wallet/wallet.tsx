import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { call } from '#client/lib/api.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useWords } from '#client/lib/words.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Stat } from '#client/ui/text/stat.tsx';

import { OrderList } from './order-list.tsx';
import { PurchaseList } from './purchase-list.tsx';
import { StatementList } from './statement-list.tsx';
import { SupporterPanel } from './supporter-panel.tsx';
import type { WalletView } from './wallet-search.ts';
import { ownShopQuery } from './wallet.queries.ts';

import styles from './wallet-page.module.css';

const walletViews: { name: WalletView; label: string; icon: IconName }[] = [
  { name: 'purchases', label: 'Purchases', icon: 'cart' },
  { name: 'statement', label: 'Statement', icon: 'scroll' },
  { name: 'top-ups', label: 'Top-ups', icon: 'coin' },
];

const lists: Record<WalletView, typeof StatementList> = {
  purchases: PurchaseList,
  statement: StatementList,
  'top-ups': OrderList,
};

/** `redeem` is of another feature. */
export function Wallet({ redeem }: { redeem: ReactNode }) {
  const { view, page } = useSearch({ from: '/site/profile/wallet' });
  const List = lists[view];
  return (
    <Stack>
      <BackLink to="/profile/home">Back to Dashboard</BackLink>
      <WalletSummary redeem={redeem} />
      <Tabs
        label="Wallet"
        tabs={walletViews.map(({ name, label, icon }) => ({
          label,
          icon,
          active: name === view,
          link: linkOptions({ to: '/profile/wallet', search: { view: name } }),
        }))}
      />
      <List page={page} />
      {view === 'purchases' && <GiftMails />}
      {/* Last, because it loads late and would push the list down. */}
      <SupporterPanel />
    </Stack>
  );
}

function GiftMails() {
  const { data: own } = useQuery(ownShopQuery);
  if (!own) return null;
  return (
    <ActionSwitch
      label="Email me about gifts"
      hint="When another player gives you something from the store."
      checked={own.giftMails ?? false}
      action={(isOn) => ({
        call: () => call('PUT /api/shop/gift-mails', { body: { isOn } }),
        refresh: ownShopQuery.queryKey,
      })}
    />
  );
}

function WalletSummary({ redeem }: { redeem: ReactNode }) {
  const { data: user } = useQuery(sessionQuery);
  const { data: own } = useQuery(ownShopQuery);
  const { coins } = useWords();
  if (!user) return null;
  return (
    <>
      <Row as={Panel} variant="ornate" gap={5} spread>
        <h2 className="visually-hidden">Wallet</h2>
        <dl>
          <Stat icon="coins" label={coins} value={user.wyncoins} />
        </dl>
        <Row className={styles.buttons}>
          <LinkButton to="/shop" icon="cart">
            Visit the Store
          </LinkButton>
          {redeem}
          <LinkButton to="/shop" search={{ topup: true }} tone="primary" icon="plus">
            Top Off
          </LinkButton>
        </Row>
      </Row>
      {own?.frozen && (
        <Callout tone="danger" heading="Your wallet is frozen">
          One of your payments was disputed or reversed. You cannot buy anything until this is
          settled.
        </Callout>
      )}
    </>
  );
}
