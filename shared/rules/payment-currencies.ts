import { formatNumber } from './format-count.ts';

/**
 * Stripe's presentment currencies with two decimals (docs.stripe.com/currencies). Left out: those with no or
 * three decimals, those with rules of their own (HUF, ISK, TWD, UGX), and those that were replaced.
 */
export const paymentCurrencies: readonly string[] = (
  'usd aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop ' +
  'crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg idr ils inr jmd kes kgs ' +
  'khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd ' +
  'pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd szl thb tjs top try ttd tzs ' +
  'uah uyu uzs wst xcd xcg yer zar zmw'
).split(' ');

/** The smallest charge that Stripe accepts, in cents, where it is not 50. */
const smallestCharges: Record<string, number> = {
  aed: 200,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

export function smallestCharge(currency: string): number {
  return smallestCharges[currency] ?? 50;
}

/** Stripe accepts eight digits. */
export const largestCharge = 99_999_999;

/** The others are shown by their code. */
const symbols: Record<string, string> = {
  usd: '$',
  aud: 'A$',
  brl: 'R$',
  cad: 'CA$',
  cny: 'CN¥',
  eur: '€',
  gbp: '£',
  hkd: 'HK$',
  ils: '₪',
  inr: '₹',
  mxn: 'MX$',
  nzd: 'NZ$',
  php: '₱',
  xcd: 'EC$',
};

/** `amount` in cents: `$5.00`, `CHF 5.00`. Not Intl.NumberFormat: its first call of a page is slow. */
export function formatAmount(amount: number, currency: string): string {
  const cents = String(Math.abs(amount) % 100).padStart(2, '0');
  const figure = `${formatNumber(Math.floor(Math.abs(amount) / 100))}.${cents}`;
  // A payment without an order can have any currency, or none.
  const symbol = symbols[currency] ?? (currency && `${currency.toUpperCase()}\u00A0`);
  return `${amount < 0 ? '-' : ''}${symbol}${figure}`;
}
