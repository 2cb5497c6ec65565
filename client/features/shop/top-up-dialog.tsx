import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { newKey } from '#client/lib/new-key.ts';
import { coinsWord } from '#client/lib/words.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { NumberField } from '#client/ui/text-field.tsx';
import { AppError } from '#shared/errors.ts';
import { formatCents, topUp, topUpAgreement } from '#shared/payments.ts';

import { createCheckoutSession, isUnanswered } from './shop.queries.ts';

import styles from './top-up-dialog.module.css';

const suggestions = [500, 1000, 2500, 5000, 10_000, 25_000];

type Props = { username: string; provider: string; onClose: () => void };

export function TopUpDialog({ username, provider, onClose }: Props) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [amount, setAmount] = useState(String(topUp.min));
  const [hasAgreed, setHasAgreed] = useState(false);
  const checkout = useCheckout(username);
  const coins = readCoins(amount);
  const canPurchase = hasAgreed && coins !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canPurchase && !checkout.isPending) checkout.mutate(coins);
  }

  return (
    <Dialog
      size="sm"
      title={`You are purchasing: ${coinsWord()} using ${provider}`}
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
          min={topUp.min}
          max={topUp.max}
          step={1}
          value={amount}
          error={isFraction(amount) ? `Whole ${coinsWord()} only.` : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Suggestions amount={amount} onChoose={setAmount} />
        <p className={styles.price}>
          Price: <strong>{formatCents(priceOf(amount))}</strong>
        </p>
        <p className={classNames(styles.limits, !isWithinLimits(amount) && styles.broken)}>
          {!isWithinLimits(amount) && <Icon name="warning" />}
          MIN. PURCHASE: 500 | MAX. PURCHASE: 50,000
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

type SuggestionProps = { amount: string; onChoose: (amount: string) => void };

function Suggestions({ amount, onChoose }: SuggestionProps) {
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

function useCheckout(username: string) {
  // Retrying the same amount after a lost answer reuses the key, so that only one order is created.
  const request = useRef<{ amount: number; key: string }>(undefined);
  const checkout = useMutation({
    mutationFn: (amount: number) => {
      if (request.current?.amount !== amount) request.current = { amount, key: newKey() };
      return createCheckoutSession(amount, username, request.current.key);
    },
    onSuccess: (url) => {
      window.location.assign(url);
      // Keep the button busy until the browser leaves the page.
      return new Promise<void>(() => {});
    },
    onError: (error) => {
      if (!isUnanswered(error)) request.current = undefined;
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
function readCoins(amount: string): number | undefined {
  return isWithinLimits(amount) && !isFraction(amount) ? Number(amount) : undefined;
}

function isWithinLimits(amount: string): boolean {
  const coins = Number(amount);
  return amount !== '' && coins >= topUp.min && coins <= topUp.max;
}

function isFraction(amount: string): boolean {
  return !Number.isInteger(Number(amount));
}

/** Also prices invalid amounts, so that the price updates with every key. */
function priceOf(amount: string): number {
  const cents = Number(amount) * topUp.centsPerCoin;
  return Number.isFinite(cents) ? Math.max(0, Math.floor(cents)) : 0;
}
