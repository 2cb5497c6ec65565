import { useId, useRef } from 'react';

import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import styles from './bought-dialog.module.css';

type Props = { item: Pick<ShopItem, 'name' | 'image' | 'picture' | 'kind'>; onClose: () => void };

/** Only items need room. */
const slots: Partial<Record<ProductKind, string>> = {
  item: ' with a free inventory slot',
  bundle: ' with free inventory slots',
};

export function BoughtDialog({ item, onClose }: Props) {
  const textId = useId();
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      size="sm"
      role="alertdialog"
      aria-label="Notice"
      aria-describedby={textId}
      closeOnBackdrop={false}
      initialFocus={close}
      onClose={onClose}
    >
      <div className={styles.content}>
        <ItemPicture item={item} sizes="180px" className={styles.picture} />
        <p className={styles.text} id={textId}>
          You successfully purchased {item.name}!
        </p>
        <p className={styles.next}>
          Log in to the game{slots[item.kind ?? 'item']} to receive it. If you are in the game now,
          log in again to receive it.
        </p>
        <Row>
          <LinkButton to="/profile/wallet">Track Delivery</LinkButton>
          <Button ref={close} tone="primary" onClick={onClose}>
            OK
          </Button>
        </Row>
      </div>
    </Modal>
  );
}
