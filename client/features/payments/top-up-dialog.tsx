import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';
import type { TopUpRules } from '#shared/endpoints/top-up.ts';
import { AppError } from '#shared/errors.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { createCheckoutSession, paymentInfoQuery } from './payments.queries.ts';

import styles from './top-up-dialog.module.css';

/** Multiples of the smallest top-up. */
const suggestedMultiples = [1, 2, 5, 10, 20, 50];

type Props = { username: string; provider: string; rules: TopUpRules; onClose: () => void };

export function TopUpDialog({ username, provider, rules, onClose }: Props) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [amount, setAmount] = useState(String(rules.min));
  const [hasAgreed, setHasAgreed] = useState(false);
  const checkout = useCheckout(username, rules);
  const words = useWords();
  const coins = readCoins(amount, rules);
  const canPurchase = hasAgreed && coins !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canPurchase && !checkout.isPending) checkout.mutate(coins);
  }

  return (
    <Dialog
      size="sm"
      title={`You are purchasing: ${words.coins} using ${provider}`}
      closeOnBackdrop={false}
      initialFocus={field}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            disabled={!canPurchase}
            pending={checkout.isPending}
          >
            Purchase
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
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
        <p className={classNames(styles.limits, !isWithinLimits(amount, rules) && styles.broken)}>
          {!isWithinLimits(amount, rules) && <Icon name="warning" />}
          {`MIN. PURCHASE: ${rules.min.toLocaleString('en')} | MAX. PURCHASE: ${rules.max.toLocaleString('en')}`}
        </p>
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
        {checkout.error instanceof AppError && (
          <Callout tone="danger" live>
            {checkout.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}

type SuggestionProps = { rules: TopUpRules; amount: string; onChoose: (amount: string) => void };

function Suggestions({ rules, amount, onChoose }: SuggestionProps) {
  const suggestions = suggestedMultiples
    .map((multiple) => multiple * rules.min)
    .filter((coins) => coins <= rules.max);
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
        </label>
      ))}
    </fieldset>
  );
}

function useCheckout(username: string, rules: TopUpRules) {
  const words = useWords();
  // Retrying the same purchase after a lost answer reuses the key, so that only one order is created.
  const request = useRef<{ about: string; key: string }>(undefined);
  const checkout = useMutation({
    mutationFn: (amount: number) => {
      const order = { amount, price: priceOf(String(amount), rules), currency: rules.currency };
      const about = JSON.stringify(order);
      if (request.current?.about !== about) request.current = { about, key: newKey() };
      const texts = { name: words.coins, description: formatCoins(amount, words) };
      return createCheckoutSession({ ...texts, ...order }, username, request.current.key);
    },
    onSuccess: (url) => {
      window.location.assign(url);
      // Keep the button busy until the browser leaves the page.
      return new Promise<void>(() => {});
    },
    onError: (error) => {
      if (!isUnanswered(error)) request.current = undefined;
      // The price may have changed since the page was opened.
      void queryClient.invalidateQueries({ queryKey: paymentInfoQuery.queryKey });
      void showAlert('Something went wrong while initiating the transaction.');
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // Going back from the checkout may restore this page from the browser's cache, still pending.
    function resetIfRestored(event: PageTransitionEvent) {
      if (event.persisted) reset();
    }
    window.addEventListener('pageshow', resetIfRestored);
    return () => window.removeEventListener('pageshow', resetIfRestored);
  }, [reset]);
  return checkout;
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
