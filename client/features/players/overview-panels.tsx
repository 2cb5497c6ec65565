import { useQuery } from '@tanstack/react-query';

import { useMay } from '#client/lib/use-may.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { DeliveryChip } from '#client/ui/text/delivery-chip.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';

import { playerPurchasesQuery } from './manage.queries.ts';
import { nameItem, PurchaseActions } from './purchases-panel.tsx';

export function AccountFacts({ user }: { user: ManagedUser }) {
  const { email, isEmailConfirmed, discordName, sanctions, infractions } = user;
  return (
    <Panel variant="plain" heading="Account" icon="user">
      <Facts
        inline
        facts={{
          Email: email !== null && `${email}${isEmailConfirmed ? '' : ' (not confirmed)'}`,
          ...(discordName !== null && { Discord: discordName }),
          Infractions: infractions.length,
          'Mutes and bans so far': sanctions.length,
        }}
      />
    </Panel>
  );
}

const shownCount = 5;

/** Also beside a thread of the inbox, for staff who may not open the player’s page. */
export function LastPurchases({ user: { username } }: { user: Pick<ManagedUser, 'username'> }) {
  const mayOpen = useMay()('players');
  const query = useQuery(playerPurchasesQuery(username, 1));
  return (
    <QueryPanel
      variant="plain"
      heading="Last Purchases"
      icon="cart"
      query={query}
      errorHeading="The purchases could not be loaded"
      height="220px"
      actions={
        mayOpen && (
          <LinkButton
            to="/admin/manage/$username"
            params={{ username }}
            search={{ tab: 'items' }}
            tone="quiet"
            size="sm"
          >
            Show All
          </LinkButton>
        )
      }
    >
      {({ purchases }) => (
        <Entries empty={`${username} has not bought anything yet.`}>
          {purchases.slice(0, shownCount).map((purchase) => (
            <Entry
              key={purchase.id}
              wraps
              text={
                <>
                  {nameItem(purchase)} <DeliveryChip state={purchase.deliveryState} />
                </>
              }
              facts={
                <>
                  <Timestamp at={purchase.createdAt} /> · <Coins amount={purchase.price} />
                  {purchase.lastFailure && ` · ${purchase.lastFailure}`}
                </>
              }
              actions={<PurchaseActions purchase={purchase} username={username} />}
            />
          ))}
        </Entries>
      )}
    </QueryPanel>
  );
}
