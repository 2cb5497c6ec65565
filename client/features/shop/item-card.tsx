import { useWords } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { DeliveryState, ShopItem } from '#shared/endpoints/shop.ts';
import { percentOff } from '#shared/rules/prices.ts';

import { BundleContents } from './bundle-contents.tsx';
import { DeliveryDots } from './delivery-dots.tsx';
import { countLeft, fewLeft, ItemFacts } from './item-facts.tsx';
import { ItemWay } from './item-way.tsx';
import { SaleSeal } from './sale-seal.tsx';

import styles from './item-card.module.css';

type Props = {
  item: ShopItem;
  /** How many the player has bought; only known for items with a limit. */
  bought?: number | undefined;
  /** The state of the newest purchase that the player has not received. */
  delivery?: DeliveryState | undefined;
  isPending?: boolean | undefined;
  isClosed?: boolean | undefined;
  /** Why this player cannot buy it: a level or a supporter rank is missing. */
  locked?: string | undefined;
  /** Shows how far the item is for this player. */
  user?: SessionUser | undefined;
  /** Omitted in the preview, which has no working Buy button. */
  onBuy?: (() => void) | undefined;
};

export function ItemCard({
  item,
  bought = 0,
  delivery,
  isPending,
  isClosed = false,
  locked,
  user,
  onBuy,
}: Props) {
  const { name, description, quantity, price, fullPrice, contents } = item;
  const words = useWords();
  const left = countLeft(item);
  const obstacle = findObstacle(item, { bought, locked, isClosed });
  const spoken = obstacle === 'Closed' ? 'The store is closed' : obstacle;
  return (
    <article className={classNames(styles.card, left === 0 && styles.gone)}>
      <div className={styles.stage}>
        <ItemPicture
          item={item}
          sizes="(max-width: 520px) 46vw, (max-width: 900px) 31vw, 280px"
          className={styles.picture}
        />
        <Ribbon left={left} />
        {fullPrice !== undefined && (
          <SaleSeal percent={percentOff(fullPrice, price)} className={styles.seal} />
        )}
        {quantity > 1 && (
          <span className={styles.quantity}>
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">Quantity: </span>
            {quantity.toLocaleString('en')}
          </span>
        )}
      </div>
      <div className={styles.body}>
        <h2 className={styles.name}>{name || 'Unnamed item'}</h2>
        <p className={styles.description}>{description}</p>
        {contents && <BundleContents contents={contents} />}
        <ItemFacts item={item} bought={bought} locked={locked} />
      </div>
      {user && <ItemWay item={item} user={user} canBuy={!findObstacle(item, { bought, locked })} />}
      {delivery && <DeliveryDots itemName={name} state={delivery} />}
      <div className={styles.foot}>
        <div>
          {fullPrice !== undefined && (
            <p className={styles.was}>
              <span className="visually-hidden">Instead of </span>
              <s>{fullPrice.toLocaleString('en')}</s>
            </p>
          )}
          <p className={styles.price}>
            <Icon name="coins" />
            {price.toLocaleString('en')} <abbr title={words.coins}>{words.coinsShort}</abbr>
          </p>
        </div>
        <Button
          aria-label={spoken ? `${spoken}: ${name}` : `Buy ${name}`}
          pending={isPending}
          disabled={obstacle !== undefined}
          onClick={onBuy}
          {...(!onBuy && { 'aria-disabled': true })}
        >
          {obstacle ?? 'Buy'}
        </Button>
      </div>
    </article>
  );
}

type Buyer = { bought: number; locked: string | undefined; isClosed?: boolean };

/** The first reason why it cannot be bought. */
function findObstacle(item: ShopItem, { bought, locked, isClosed }: Buyer): string | undefined {
  if (countLeft(item) === 0) return 'Sold out';
  if (item.perPlayerLimit !== null && bought >= item.perPlayerLimit) return 'Owned';
  if (isClosed) return 'Closed';
  if (!item.deliverable) return 'Unavailable';
  return locked === undefined ? undefined : 'Locked';
}

function Ribbon({ left }: { left: number | null }) {
  if (left === null || left > fewLeft) return null;
  return (
    <span className={classNames(styles.ribbon, left === 0 && styles.out)}>
      {left === 0 ? 'Sold out' : `Only ${left} left`}
    </span>
  );
}
