import { useWords } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import type { DeliveryState, ShopItem } from '#shared/endpoints/shop.ts';

import { DeliveryDots } from './delivery-dots.tsx';

import styles from './item-card.module.css';

type Props = {
  item: ShopItem;
  /** How many the player has bought; only known for items with a limit. */
  bought?: number | undefined;
  /** The state of the newest purchase that the player has not received. */
  delivery?: DeliveryState | undefined;
  isPending?: boolean | undefined;
  isClosed?: boolean | undefined;
  /** Omitted in the preview, which has no working Buy button. */
  onBuy?: (() => void) | undefined;
};

export function ItemCard({
  item,
  bought = 0,
  delivery,
  isPending,
  isClosed = false,
  onBuy,
}: Props) {
  const { name, description, quantity, price, stock, perPlayerLimit } = item;
  const words = useWords();
  const isSoldOut = stock === 0;
  const isUnavailable = !item.deliverable;
  const isAtLimit = perPlayerLimit !== null && bought >= perPlayerLimit;
  return (
    <article className={classNames(styles.card, isSoldOut && styles.gone)}>
      <div className={styles.stage}>
        <ItemPicture
          item={item}
          sizes="(max-width: 520px) 46vw, (max-width: 900px) 31vw, 280px"
          className={styles.picture}
        />
        <Ribbon stock={stock} />
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
        <Facts item={item} bought={bought} />
      </div>
      {delivery && <DeliveryDots itemName={name} state={delivery} />}
      <div className={styles.foot}>
        <p className={styles.price}>
          <Icon name="coins" />
          <span className={styles.number}>{price.toLocaleString('en')}</span>{' '}
          <abbr title={words.coins}>{words.coinsShort}</abbr>
        </p>
        <Button
          aria-label={labelFor(name, { isSoldOut, isAtLimit, isClosed, isUnavailable })}
          pending={isPending}
          disabled={isSoldOut || isAtLimit || isClosed || isUnavailable}
          onClick={onBuy}
          {...(!onBuy && { 'aria-disabled': true })}
        >
          {textFor({ isSoldOut, isAtLimit, isClosed, isUnavailable })}
        </Button>
      </div>
    </article>
  );
}

type Obstacles = {
  isSoldOut: boolean;
  isAtLimit: boolean;
  isClosed: boolean;
  isUnavailable: boolean;
};

function labelFor(name: string, is: Obstacles): string {
  if (is.isSoldOut) return `Sold out: ${name}`;
  if (is.isAtLimit) return `Owned: ${name}`;
  if (is.isClosed) return `The store is closed: ${name}`;
  return is.isUnavailable ? `Unavailable: ${name}` : `Buy ${name}`;
}

function textFor(is: Obstacles): string {
  if (is.isSoldOut) return 'Sold out';
  if (is.isAtLimit) return 'Owned';
  if (is.isClosed) return 'Closed';
  return is.isUnavailable ? 'Unavailable' : 'Buy';
}

/** Up to this many, a ribbon shows the stock. */
const fewLeft = 10;

function Ribbon({ stock }: { stock: number | null }) {
  if (stock === null || stock > fewLeft) return null;
  return (
    <span className={classNames(styles.ribbon, stock === 0 && styles.out)}>
      {stock === 0 ? 'Sold out' : `Only ${stock} left`}
    </span>
  );
}

function Facts({ item, bought }: { item: ShopItem; bought: number }) {
  const { stock, perPlayerLimit, endsAt, deliverable } = item;
  const isCounted = stock !== null && stock > fewLeft;
  if (deliverable && !isCounted && perPlayerLimit === null && endsAt === null) return null;
  return (
    <ul className={styles.facts}>
      {!deliverable && (
        <li className={styles.ending}>
          <Icon name="warning" />
          No game can deliver this right now
        </li>
      )}
      {endsAt !== null && (
        <li className={styles.ending}>
          <Icon name="clock" />
          <Countdown until={Date.parse(endsAt)} over="Ended">
            {(left) => `Ends in ${left}`}
          </Countdown>
        </li>
      )}
      {isCounted && (
        <li>
          <Icon name="cart" />
          {stock.toLocaleString('en')} in stock
        </li>
      )}
      {perPlayerLimit !== null && (
        <li>
          <Icon name="user" />
          {bought > 0
            ? `You have ${bought} of ${perPlayerLimit}`
            : `Limit ${perPlayerLimit} per player`}
        </li>
      )}
    </ul>
  );
}
