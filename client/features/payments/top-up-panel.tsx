import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { checkValues, readFields, toNumber, useForm } from '#client/lib/form.ts';
import type { FormFields } from '#client/lib/form.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { TopUpSettings } from '#shared/endpoints/top-up.ts';
import { formatAmount, paymentCurrencies } from '#shared/rules/payment-currencies.ts';

import { topUpSettingsQuery, updateTopUpSettings } from './admin-payments.queries.ts';

export function TopUpPanel() {
  return (
    <QueryPanel
      variant="plain"
      heading={`Price of ${useWords().coins}`}
      icon="coins"
      query={useQuery(topUpSettingsQuery)}
      errorHeading="The price could not be loaded"
      height="420px"
    >
      {(settings) => <TopUpForm key={JSON.stringify(settings)} settings={settings} />}
    </QueryPanel>
  );
}

function TopUpForm({ settings }: { settings: TopUpSettings }) {
  const [typed, setTyped] = useState(settings);
  const words = useWords();
  const form = useForm({
    check: (fields) => checkValues(TopUpSettings, toSettings(fields)),
    send: updateTopUpSettings,
    done: 'The price applies to new top-ups.',
  });
  const currency = typed.currency.toUpperCase();
  const coins = (name: 'min' | 'max') => ({
    ...form.field(name),
    hint: describePrice(typed[name], typed, words),
    min: 1,
    defaultValue: settings[name],
  });
  const money = (name: 'daily' | 'monthly') => ({
    ...form.field(name),
    hint: `Per player, in ${currency}.`,
    inputMode: 'decimal' as const,
    step: 0.01,
    min: 0.01,
    defaultValue: (settings[name] / 100).toFixed(2),
  });
  return (
    <Form form={form} tone="secondary" submitLabel="Save Price">
      {/* Any field: the example follows what is typed. */}
      <Columns
        min="sm"
        onInput={({ currentTarget }) => {
          const fields = currentTarget.closest('form');
          if (fields) setTyped(toSettings(readFields(fields)));
        }}
      >
        <SelectField
          {...form.field('currency')}
          label="Currency"
          options={currencies}
          defaultValue={settings.currency}
        />
        <NumberField
          {...form.field('centsPerCoin')}
          label="Price of one, in cents"
          hint={`Hundredths of ${currency}.`}
          min={1}
          defaultValue={settings.centsPerCoin}
        />
        <NumberField {...coins('min')} label="Smallest top-up" />
        <NumberField {...coins('max')} label="Largest top-up" />
        <NumberField {...money('daily')} label="Most in 24 hours" />
        <NumberField {...money('monthly')} label="Most in 30 days" />
      </Columns>
      <p>
        Orders keep the price and the currency that they were created with. A player who opened the
        store before a change is asked to check the new price.
      </p>
    </Form>
  );
}

const names = new Intl.DisplayNames('en', { type: 'currency' });

const currencies = paymentCurrencies.map((currency) => {
  const code = currency.toUpperCase();
  return { value: currency, label: `${code}: ${names.of(code)}` };
});

function toSettings(fields: FormFields): TopUpSettings {
  return {
    currency: fields['currency'] ?? '',
    centsPerCoin: toNumber(fields['centsPerCoin']),
    min: toNumber(fields['min']),
    max: toNumber(fields['max']),
    daily: toCents(fields['daily']),
    monthly: toCents(fields['monthly']),
  };
}

function toCents(money: string | undefined): number {
  return Math.round(toNumber(money) * 100);
}

function describePrice(
  coins: number,
  { currency, centsPerCoin }: TopUpSettings,
  words: Words,
): string {
  const price = coins * centsPerCoin;
  if (!Number.isSafeInteger(price)) return '';
  return `${formatCoins(coins, words)} cost ${formatAmount(price, currency)}.`;
}
