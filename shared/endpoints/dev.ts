import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';

/** Only on demo sites: shows the emails that would have been sent. */
const endpoint = endpointsOf('Demo');

export type DevMail = z.infer<typeof DevMail>;
export const DevMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  at: z.string(),
  text: z.string(),
  html: z.string(),
});

export const listDevMail = endpoint('GET /api/dev/mail', {
  access: 'public',
  summary: 'The newest 50 emails in the outbox, newest first.',
  response: z.array(DevMail),
});

export const showDevMailHtml = endpoint('GET /api/dev/mail/{id}/html', {
  access: 'public',
  summary: 'The HTML version of one email, as a page.',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  response: z.string(),
  contentType: 'text/html',
});
