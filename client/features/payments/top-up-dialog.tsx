import { useEffect, useRef, useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import type { Form } from '#client/lib/form.ts';
import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { bonusOf, topUpAgreement } from '#shared/endpoints/top-up.ts';
import type { Packs, TopUpRules } from '#shared/endpoints/top-up.ts';
import { AppError } from '#shared/errors.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { createCheckoutSession, paymentInfoQuery } from './payments.queries.ts';

import styles from './top-up-dialog.module.css';

/** Multiples of the smallest top-up. */
const suggestedMultiples = [1, 2, 5, 10, 20, 50];

type Rules = TopUpRules & { packs?: Packs | undefined };

type Props = {
  user: Pick<SessionUser, 'username' | 'wyncoins'>;
  provider: string;
  rules: Rules;
  /** Can be bought with the coins. */
  item?: ShopItem | undefined;
  onClose: () => void;
};

export function TopUpDialog({ user, provider, rules, item, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const missing = item ? item.price - user.wyncoins : 0;
  const [amount, setAmount] = useState(String(Math.min(rules.max, Math.max(rules.min, missing))));
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isBuying, setIsBuying] = useState(true);
  const words = useWords();
  const bonus = bonusOf(Number(amount), rules.packs);
  const left = Number(amount) + bonus - missing;
  const bought = isBuying ? item : undefined;
  const coins = hasAgreed && (!bought || left >= 0) ? readCoins(amount, rules) : undefined;
  const form = useCheckout(coins, { username: user.username, rules, item: bought });
  return (
    <FormDialog
      form={form}
      title={`You are purchasing: ${words.coins} using ${provider}`}
      submitLabel="Purchase"
      disabled={coins === undefined}
      initialFocus={field}
      onClose={onClose}
    >
      <NumberField
        ref={field}
        label="Amount"
        min={rules.min}
        max={rules.max}
        step={1}
        value={amount}
        error={isFraction(amount) ? `Whole ${words.coins} only.` : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Suggestions rules={rules} amount={amount} onChoose={setAmount} />
      <p className={styles.price}>
        Price: <strong>{formatAmount(priceOf(amount, rules), rules.currency)}</strong>
      </p>
      {bonus > 0 && (
        <output className={styles.bonus}>
          <Icon name="plus" /> {formatCoins(bonus, words)} as a bonus
        </output>
      )}
      <p className={classNames(styles.limits, !isWithinLimits(amount, rules) && styles.broken)}>
        {!isWithinLimits(amount, rules) && <Icon name="warning" />}
        {`MIN. PURCHASE: ${rules.min.toLocaleString('en')} | MAX. PURCHASE: ${rules.max.toLocaleString('en')}`}
      </p>
      {item && (
        <Checkbox
          label={`Then buy ${item.name} for ${formatCoins(item.price, words)}`}
          checked={isBuying}
          onChange={(event) => setIsBuying(event.target.checked)}
          error={bought && left < 0 ? `${formatCoins(-left, words)} more are needed.` : undefined}
          hint={`If it cannot be bought at this price any more, you keep the ${words.coins}.`}
        />
      )}
      <Checkbox
        label={topUpAgreement.text}
        checked={hasAgreed}
        onChange={(event) => setHasAgreed(event.target.checked)}
        hint={
          <a href="/terms" target="_blank" rel="noopener">
            Read the terms
          </a>
        }
      />
      <Failure error={form.error instanceof AppError ? form.error : null} />
    </FormDialog>
  );
}

type SuggestionProps = { rules: Rules; amount: string; onChoose: (amount: string) => void };

function Suggestions({ rules, amount, onChoose }: SuggestionProps) {
  const { packs = [], min, max } = rules;
  const usual = suggestedMultiples.map((multiple) => multiple * min);
  const suggestions = [...new Set([...usual, ...packs.map(({ coins }) => coins)])]
    .filter((coins) => coins >= min && coins <= max)
    .toSorted((a, b) => a - b);
  return (
    <fieldset className={styles.suggestions} aria-label="Suggested amounts">
      {suggestions.map((coins) => (
        <label key={coins} className={styles.suggestion}>
          <input
            type="radio"
            name="suggested"
            className="visually-hidden"
            checked={amount === String(coins)}
            onChange={() => onChoose(String(coins))}
          />
          {coins.toLocaleString('en')}
          <Bonus coins={bonusOf(coins, packs)} />
        </label>
      ))}
    </fieldset>
  );
}

function Bonus({ coins }: { coins: number }) {
  return coins > 0 && <small>+{coins.toLocaleString('en')} bonus</small>;
}

type Checkout = { username: string; rules: Rules; item: ShopItem | undefined };

function useCheckout(coins: number | undefined, { username, rules, item }: Checkout) {
  const words = useWords();
  // Retrying the same purchase after a lost answer reuses the key, so that only one order is created.
  const request = useRef<{ about: string; key: string }>(undefined);
  const form: Form<number, string> = useForm({
    check: () => (coins === undefined ? { errors: {} } : { data: coins }),
    send: (amount) => {
      const order = {
        amount,
        price: priceOf(String(amount), rules),
        currency: rules.currency,
        ...(rules.packs && { bonus: bonusOf(amount, rules.packs) }),
        ...(item && { thenBuy: { itemId: Number(item.id), price: item.price } }),
      };
      const about = JSON.stringify(order);
      if (request.current?.about !== about) request.current = { about, key: newKey() };
      const texts = { name: words.coins, description: formatCoins(amount, words) };
      return createCheckoutSession({ ...texts, ...order }, username, request.current.key);
    },
    onDone: (url) => {
      window.location.assign(url);
      // Keep the button busy until the browser leaves the page.
      return new Promise<void>(() => {});
    },
    onError: (error) => {
      if (!isUnanswered(error)) request.current = undefined;
      // The price may have changed since the page was opened.
      void queryClient.invalidateQueries({ queryKey: paymentInfoQuery.queryKey });
      if (item) void queryClient.invalidateQueries({ queryKey: ['shop'] });
      void showAlert('Something went wrong while initiating the transaction.');
    },
  });
  const { dismiss } = form;
  useEffect(() => {
    // Going back from the checkout may restore this page from the browser's cache, still pending.
    function resetIfRestored(event: PageTransitionEvent) {
      if (event.persisted) dismiss();
    }
    window.addEventListener('pageshow', resetIfRestored);
    return () => window.removeEventListener('pageshow', resetIfRestored);
  }, [dismiss]);
  return form;
}

/** Undefined unless a whole number within the limits. */
function readCoins(amount: string, rules: TopUpRules): number | undefined {
  return isWithinLimits(amount, rules) && !isFraction(amount) ? Number(amount) : undefined;
}

function isWithinLimits(amount: string, { min, max }: TopUpRules): boolean {
  const coins = Number(amount);
  return amount !== '' && coins >= min && coins <= max;
}

function isFraction(amount: string): boolean {
  return !Number.isInteger(Number(amount));
}

/** Also prices invalid amounts, so that the price updates with every key. */
function priceOf(amount: string, { centsPerCoin }: TopUpRules): number {
  const cents = Number(amount) * centsPerCoin;
  return Number.isFinite(cents) ? Math.max(0, Math.floor(cents)) : 0;
}
