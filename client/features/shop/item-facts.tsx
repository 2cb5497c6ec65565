import type { ReactNode } from 'react';

import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import styles from './item-card.module.css';

/** Up to this many, a ribbon on the picture shows how many are left. */
export const fewLeft = 10;

/** Null: as many as players want. */
export function countLeft({ stock, totalLeft }: ShopItem): number | null {
  const left = Math.min(stock ?? Infinity, totalLeft ?? Infinity);
  return left === Infinity ? null : left;
}

type Props = { item: ShopItem; bought: number; locked: string | undefined };

export function ItemFacts({ item, bought, locked }: Props) {
  const { deliverable, perPlayerLimit, sale, endsAt, saving = 0 } = item;
  const left = countLeft(item);
  const kind = describeKind(item);
  return (
    <ul className={styles.facts}>
      {saving > 0 && (
        <Fact icon="coins" look="good">
          Save <Coins amount={saving} />
        </Fact>
      )}
      {!deliverable && (
        <Fact icon="warning" look="ending">
          No game can deliver this right now
        </Fact>
      )}
      {kind && <Fact icon={kind.icon}>{kind.text}</Fact>}
      {locked === undefined ? <Needs item={item} /> : <Fact icon="lock">{locked}</Fact>}
      {sale && (
        <Fact icon="hourglass" look="ending">
          <Countdown until={Date.parse(sale.endsAt)} over={`${sale.name}: over`}>
            {(time) => `${sale.name}: ${time} left`}
          </Countdown>
        </Fact>
      )}
      {endsAt !== null && (
        <Fact icon="clock" look="ending">
          <Countdown until={Date.parse(endsAt)} over="Ended">
            {(time) => `Ends in ${time}`}
          </Countdown>
        </Fact>
      )}
      {left !== null && left > fewLeft && (
        <Fact icon="cart">
          {left.toLocaleString('en')} {item.stock === null ? 'left' : 'in stock'}
        </Fact>
      )}
      {perPlayerLimit !== null && (
        <Fact icon="user">
          {bought > 0
            ? `You have ${bought} of ${perPlayerLimit}`
            : `Limit ${perPlayerLimit} per player`}
        </Fact>
      )}
    </ul>
  );
}

type FactProps = { icon: IconName; look?: 'ending' | 'good'; children: ReactNode };

function Fact({ icon, look, children }: FactProps) {
  return (
    <li className={look && styles[look]}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

function Needs({ item: { needs } }: { item: ShopItem }) {
  if (!needs) return null;
  const wanted = [
    needs.totalLevel !== undefined && `total level ${needs.totalLevel.toLocaleString('en')}`,
    needs.supporterRank !== undefined && `the supporter rank ${needs.supporterRank}`,
  ].filter(Boolean);
  return <Fact icon="lock">Needs {wanted.join(' and ')}</Fact>;
}

function describeKind({ kind, days }: ShopItem): { icon: IconName; text: string } | undefined {
  const time = days === undefined ? '' : ` for ${formatCount(days, 'day')}`;
  if (kind === 'rank') return { icon: 'coronet', text: `Rank${time}` };
  if (kind === 'membership') return { icon: 'star', text: `Membership${time}` };
  return days === undefined ? undefined : { icon: 'hourglass', text: `Lasts${time}` };
}
