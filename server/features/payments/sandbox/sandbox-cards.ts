/** Stripe's test card numbers and what each of them does. */
export type CardEffect =
  | { kind: 'pays'; later?: 'disputed' | 'refund-fails' }
  | { kind: 'declined'; message: string };

export type SandboxCard = { number: string; about: string; effect: CardEffect };

export const sandboxCards: SandboxCard[] = [
  { number: '4242424242424242', about: 'Pays', effect: { kind: 'pays' } },
  {
    number: '4000000000000002',
    about: 'Is declined',
    effect: { kind: 'declined', message: 'Your card was declined.' },
  },
  {
    number: '4000000000009995',
    about: 'Has insufficient funds',
    effect: { kind: 'declined', message: 'Your card has insufficient funds.' },
  },
  {
    number: '4000000000000069',
    about: 'Has expired',
    effect: { kind: 'declined', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000259',
    about: 'Pays, then is disputed',
    effect: { kind: 'pays', later: 'disputed' },
  },
  {
    number: '4000000000005126',
    about: 'Pays, its refund fails',
    effect: { kind: 'pays', later: 'refund-fails' },
  },
];

export function findCardEffect(number: string): CardEffect {
  const digits = number.replaceAll(/\D/g, '');
  const card = sandboxCards.find((one) => one.number === digits);
  if (card) return card.effect;
  const message = isCardNumber(digits)
    ? 'The sandbox only takes test cards. Use one of the cards below.'
    : 'Your card number is incorrect.';
  return { kind: 'declined', message };
}

export function formatCard(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Luhn checksum. */
function isCardNumber(digits: string): boolean {
  if (digits.length < 12 || digits.length > 19) return false;
  let sum = 0;
  for (const [at, digit] of Array.from(digits).toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
