import type { FeatureContext } from '#server/feature.ts';
import { findInOutbox, listOutbox, outboxFolder } from '#server/lib/mail/mail-outbox.ts';
import { listDevMail, showDevMailHtml } from '#shared/endpoints/dev.ts';
import { AppError } from '#shared/errors.ts';

// Emails use inline styles, which the site's own policy forbids. The page of one email may use them, and
// nothing else: no scripts, no pictures, no origin, no framing.
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const listLength = 50;

/** Demo only: everyone who can reach the site can read its emails, including reset links. */
export function registerDevRoutes({ on, deps: { config } }: FeatureContext): void {
  if (!config.devPages) return;
  const folder = outboxFolder(config);

  on(listDevMail, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return listOutbox(folder, listLength);
  });

  on(showDevMailHtml, async ({ params, reply }) => {
    const mail = await findInOutbox(folder, params.id);
    if (!mail) throw new AppError('request/not-found', 'There is no such email.');
    reply
      .header('content-security-policy', mailPolicy)
      // Browsers refuse to show a sandboxed page that sets an opener policy.
      .header('cross-origin-opener-policy', 'unsafe-none')
      // A sandboxed page has no origin of its own to isolate: Chromium warns about it.
      .removeHeader('origin-agent-cluster')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    return mail.html;
  });
}
