import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';

import { usePageTitle } from '#client/lib/page-title.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { useNow } from '#client/lib/use-now.ts';
import { useWords } from '#client/lib/words.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton, repeat } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import { isOver } from '#shared/endpoints/shop.ts';
import type { OwnShop, ShopItem } from '#shared/endpoints/shop.ts';

import { BoughtDialog } from './bought-dialog.tsx';
import { CommunityGoal } from './community-goal.tsx';
import { GiftDialog } from './gift-dialog.tsx';
import { ItemCard } from './item-card.tsx';
import { RedeemCode } from './redeem-code.tsx';
import { Shelves } from './shelves.tsx';
import {
  ownShopQuery,
  paymentInfoQuery,
  refreshShop,
  shelvesQuery,
  shopItemsQuery,
  takeOff,
} from './shop.queries.ts';
import { useBuy } from './use-buy.ts';

import styles from './store.module.css';

type Props = {
  /** Shown before the notices of the store itself. */
  notices: ReactNode;
  children: ReactNode;
};

export function Store({ notices, children }: Props) {
  const { data: user } = useQuery(sessionQuery);
  const words = useWords();
  usePageTitle(words.storeLink);
  useEffect(() => {
    if (!user) console.warn('Not logged in: the balance will not be updated.');
  }, [user]);
  return (
    <div className="wrap">
      <div className={styles.head}>
        <PageHeading
          lead={
            <SiteText
              name="storeLead"
              original="Capes, crowns and curiosities, handed to your character by the next raven."
            />
          }
        >
          {words.store}
        </PageHeading>
        {user && <BalanceBox balance={user.wyncoins} />}
      </div>
      {user && <Goods user={user} notices={notices} />}
      {user && children}
    </div>
  );
}

function BalanceBox({ balance }: { balance: number }) {
  const navigate = useNavigate();
  const { data: payments } = useQuery(paymentInfoQuery);
  const { coins } = useWords();
  return (
    <Panel className={styles.balance} pad="none">
      <span className={styles.pouch} aria-hidden="true">
        <Icon name="coins" />
      </span>
      <p className={styles.sum}>
        <span className={styles.label}>Your balance</span>
        <output className={styles.coins} aria-label={`${coins} balance`}>
          <RollingNumber value={balance} /> <span className={styles.unit}>{coins}</span>
        </output>
        <Link to="/profile/wallet" className={styles.walletLink}>
          Wallet
        </Link>
      </p>
      <Button
        tone="primary"
        icon="plus"
        disabled={payments?.mode === 'off' || payments?.shopOpen === false}
        onClick={() => void navigate({ to: '/shop', search: { topup: true }, resetScroll: false })}
      >
        Top Off
      </Button>
      <RedeemCode />
    </Panel>
  );
}

function Goods({ user, notices }: { user: SessionUser; notices: ReactNode }) {
  const { data: payments } = useQuery(paymentInfoQuery);
  const { data: own } = useQuery(ownShopQuery);
  const { contactEmail } = useSite();
  const isClosed = payments?.shopOpen === false;
  return (
    <>
      <div className={styles.notices}>
        {notices}
        {isClosed && (
          <Callout tone="warning" heading="The store is closed">
            You cannot buy items or top up at the moment. Your balance and your purchases are safe.
            Please try again later.
          </Callout>
        )}
        {own?.frozen && (
          <Callout tone="danger" heading="Your wallet is frozen">
            One of your payments was disputed or reversed, so you cannot buy anything until this is
            settled. Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          </Callout>
        )}
        {own?.discount && (
          <Callout tone="success" heading={`${own.discount.percent}% off your next purchase`}>
            {own.discount.label}: the prices below are already reduced.
          </Callout>
        )}
      </div>
      <ItemGrid user={user} own={own} isClosed={isClosed} />
    </>
  );
}

type GridProps = { user: SessionUser; own: OwnShop | undefined; isClosed: boolean };

function ItemGrid({ user, own, isClosed }: GridProps) {
  const query = useQuery(shopItemsQuery);
  const { data: shelves } = useQuery(shelvesQuery);
  const buying = useBuy(user.username, user.wyncoins, useTopUp());
  const open = useOpenItems(query.data);
  useRefreshAt(shelves?.changesAt);
  return (
    <>
      <QueryView
        query={{ ...query, data: open }}
        errorHeading="The store could not be loaded"
        loadingText="Loading store..."
        skeleton={<GridSkeleton />}
        panel="stone"
      >
        {(items) =>
          items.length === 0 ? (
            <EmptyStore />
          ) : (
            <>
              {!isClosed && items.every(({ deliverable }) => !deliverable) && <NothingDelivered />}
              <Shelves items={items} categories={shelves?.categories ?? []}>
                {(item) => {
                  const offer = takeOff(item, own?.discount?.percent);
                  return (
                    <ItemCard
                      item={offer}
                      bought={own?.bought.find(({ itemId }) => itemId === item.id)?.count}
                      delivery={own?.waiting.find(({ itemId }) => itemId === item.id)?.state}
                      locked={own?.locked?.find(({ itemId }) => itemId === item.id)?.reason}
                      user={user}
                      isPending={buying.pendingId === item.id}
                      isClosed={isClosed}
                      onBuy={() => buying.start(offer)}
                    />
                  );
                }}
              </Shelves>
            </>
          )
        }
      </QueryView>
      <CommunityGoal />
      {buying.giving && (
        <GiftDialog
          item={buying.giving}
          balance={user.wyncoins}
          onGive={buying.give}
          onClose={buying.stopGiving}
        />
      )}
      {buying.bought && <BoughtDialog item={buying.bought} onClose={buying.forgetBought} />}
    </>
  );
}

/** Undefined while top-ups are closed. */
function useTopUp() {
  const navigate = useNavigate();
  const { data: payments } = useQuery(paymentInfoQuery);
  if (payments?.mode === 'off') return undefined;
  return ({ id: item }: ShopItem) =>
    void navigate({ to: '/shop', search: { topup: true, item }, resetScroll: false });
}

function EmptyStore() {
  return (
    <Panel>
      <EmptyState
        scene="chest"
        heading={<SiteText name="storeEmptyHeading" original="The shelves are empty" />}
        text={
          <SiteText
            name="storeEmptyText"
            original="The merchant is on the road. Look in again soon."
          />
        }
      />
    </Panel>
  );
}

function NothingDelivered() {
  return (
    <div className={styles.notices}>
      <Callout tone="warning" heading="Nothing can be bought right now">
        No connected game can deliver these items right now. Your balance and your purchases are
        safe. Please try again later.
      </Callout>
    </div>
  );
}

/** Removes items from the open page as soon as they end. */
function useOpenItems(items: ShopItem[] | undefined): ShopItem[] | undefined {
  const hasEnding = items?.some(({ endsAt }) => endsAt !== null);
  const now = useNow(hasEnding ? 1000 : 60_000);
  return items?.filter((item) => item.enabled && !isOver(item, now));
}

/** Reads the store again when a sale starts or ends. */
function useRefreshAt(moment: string | null | undefined): void {
  useEffect(() => {
    const wait = moment ? Date.parse(moment) - Date.now() : 0;
    if (wait <= 0 || wait > longestTimeout) return undefined;
    const timer = setTimeout(() => void refreshShop(), wait);
    return () => clearTimeout(timer);
  }, [moment]);
}

/** Browsers run a longer timeout at once. */
const longestTimeout = 2 ** 31 - 1;

function GridSkeleton() {
  return (
    <ul className={styles.grid}>
      {repeat(8, (key) => (
        <li key={key}>
          <Skeleton shape="block" height="380px" />
        </li>
      ))}
    </ul>
  );
}
