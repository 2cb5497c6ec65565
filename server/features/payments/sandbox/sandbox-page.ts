import { escapeHtml } from '#shared/rules/fill-page.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { formatCard, sandboxCards } from './sandbox-cards.ts';
import { checkoutPath } from './sandbox-objects.ts';
import type { CheckoutSessionRow } from './sandbox.db.ts';

/** The hosted checkout page. It has no script, so it works under any content security policy. */
export type PageFrame = {
  siteName: string;
  /** The site's style sheets, for fonts and colours. */
  styles: string[];
};

export const stylePath = '/sandbox/checkout.css';

type Attempt = { number: string; problem: string };

export function renderCheckout(
  frame: PageFrame,
  session: CheckoutSessionRow,
  attempt?: Attempt,
): string {
  const price = formatAmount(session.amount, session.currency);
  return renderFrame(
    frame,
    `Pay ${price}`,
    `<section class="summary">
  <p class="to">Pay ${escapeHtml(frame.siteName)}</p>
  <h1>${escapeHtml(price)}</h1>
  <dl>
    <div><dt>${escapeHtml(session.product)}</dt><dd>${escapeHtml(price)}</dd></div>
    <div class="sum"><dt>Total due</dt><dd>${escapeHtml(price)}</dd></div>
  </dl>
  <a class="back" href="${escapeHtml(session.cancel_url)}">Cancel and return to ${escapeHtml(frame.siteName)}</a>
</section>
<section class="payment">
  <h2>Pay with card</h2>
  ${attempt ? `<p class="problem" role="alert" id="problem">${escapeHtml(attempt.problem)}</p>` : ''}
  <form method="post" action="${escapeHtml(checkoutPath(session.id))}">
    ${renderFields(attempt)}
    <button class="pay" type="submit">Pay ${escapeHtml(price)}</button>
    <fieldset class="cards">
      <legend>Or pay with a test card</legend>
      ${sandboxCards.map(renderCard).join('\n      ')}
    </fieldset>
  </form>
</section>`,
  );
}

/** Expiry and code are ignored: the card number decides what happens. */
function renderFields(attempt: Attempt | undefined): string {
  const number = attempt?.number ?? formatCard(sandboxCards[0]?.number ?? '');
  const invalid = attempt ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return `<label class="field wide">Card number
      <input name="number" value="${escapeHtml(number)}" inputmode="numeric" autocomplete="off" spellcheck="false" maxlength="30" required${invalid}>
    </label>
    <label class="field">Expiry
      <input name="expiry" value="12 / 34" inputmode="numeric" autocomplete="off" maxlength="9" required>
    </label>
    <label class="field">Security code
      <input name="code" value="123" inputmode="numeric" autocomplete="off" maxlength="4" required>
    </label>`;
}

function renderCard({ number, about }: { number: string; about: string }): string {
  return `<button type="submit" name="card" value="${number}"><span class="digits">${formatCard(number)}</span> <span class="about">${escapeHtml(about)}</span></button>`;
}

export function renderNote(
  frame: PageFrame,
  note: { title: string; text: string; link?: { label: string; url: string } },
): string {
  const { title, text, link } = note;
  return renderFrame(
    frame,
    title,
    `<section class="summary note">
  <h1>${escapeHtml(title)}</h1>
  <p>${escapeHtml(text)}</p>
  ${link ? `<a class="pay" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>` : ''}
</section>`,
  );
}

function renderFrame({ siteName, styles }: PageFrame, title: string, main: string): string {
  const links = [...styles, stylePath]
    .map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#14110f">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – ${escapeHtml(siteName)} sandbox checkout</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${links}
</head>
<body class="checkout">
<p class="banner"><strong>Sandbox: no real money.</strong> <span>Nothing is charged, and real cards are refused.</span></p>
<header><a class="brand" href="/">${escapeHtml(siteName)}</a></header>
<main>
${main}
</main>
<footer>A test checkout run by this site, in place of the payment provider.</footer>
</body>
</html>
`;
}
