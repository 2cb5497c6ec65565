import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { escapeHtml } from '#shared/rules/fill-page.ts';
import { readId } from '#shared/schemas.ts';

import { callbackPathOf } from './callback-secret.ts';
import { findList } from './lists.db.ts';
import type { ListRow } from './lists.db.ts';

/**
 * A toplist for trying votes offline, only in the demo. Its page sends the callback to the list's own address, as a
 * real list would.
 */
export const toplistPath = '/sandbox/toplist';

const hidden = { schema: { hide: true } } as const;
const stylePath = `${toplistPath}.css`;
type Params = { id: string };

export function registerSandboxToplist(
  scope: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config'>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  scope.get(stylePath, hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );
  const find = async (id: string) => {
    const list = await findList(deps.db, readId(id));
    return list?.link.startsWith(toplistPath) ? list : undefined;
  };

  scope.get<{ Params: Params; Querystring: { token?: unknown } }>(
    `${toplistPath}/:id`,
    hidden,
    async ({ params, query }, reply) => {
      const list = await find(params.id);
      const token = typeof query.token === 'string' ? query.token.slice(0, 100) : '';
      if (!list) return sendPage(reply, 404, renderNote('No such list', 'Please go back.'));
      return sendPage(reply, 200, renderVote(list, token));
    },
  );

  scope.post<{ Params: Params }>(`${toplistPath}/:id`, hidden, async ({ params, body }, reply) => {
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const list = await find(params.id);
    if (!list) return sendPage(reply, 404, renderNote('No such list', 'Please go back.'));
    await sendCallback(scope, { list, form, url: callbackPathOf(deps, list) ?? '' });
    const text = `${list.name} has told the website. Your reward appears there at once; you can close this tab.`;
    return sendPage(reply, 200, renderNote('Thank you for voting', text));
  });
}

async function sendCallback(
  scope: FastifyInstance,
  { list, form, url }: { list: ListRow; form: URLSearchParams; url: string },
): Promise<void> {
  const fields = new URLSearchParams({
    [list.tokenParameter || 'incentive']: form.get('token') ?? '',
  });
  if (list.successParameter) {
    fields.set(list.successParameter, form.get('counted') === 'no' ? '0' : list.successValue);
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await (list.method === 'POST'
    ? scope.inject({ method: 'POST', url, headers, payload: fields.toString() })
    : scope.inject({ method: 'GET', url: `${url}?${fields}` }));
}

function sendPage(reply: FastifyReply, status: number, html: string) {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

function renderVote({ id, name, successParameter }: ListRow, token: string): string {
  const refuse = successParameter
    ? '<button type="submit" name="counted" value="no">Send a vote that does not count</button>'
    : '';
  return renderFrame(
    name,
    `<p>You are about to vote for this server.</p>
<form method="post" action="${toplistPath}/${id}">
  <input type="hidden" name="token" value="${escapeHtml(token)}">
  <button class="vote" type="submit">Vote</button>
  ${refuse}
</form>`,
  );
}

function renderNote(title: string, text: string): string {
  return renderFrame(
    title,
    `<p>${escapeHtml(text)}</p><a class="vote" href="/vote">Back to the Website</a>`,
  );
}

function renderFrame(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – sandbox toplist</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<header class="banner"><strong>Sandbox.</strong> A toplist run by this site, to try votes without a real one.</header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`;
}

/** Looks like another website, as a real list does. */
const style = `
* { box-sizing: border-box; }
body { margin: 0; font: 18px/1.5 Georgia, serif; color: #e9e4d8; background: #17212b; }
.banner { margin: 0; padding: 10px 16px; text-align: center; color: #2b1205; background: #f0a04b; }
main {
  width: min(440px, 100% - 32px); margin: 12vh auto 0; padding: 28px; text-align: center;
  border: 1px solid #34495c; border-radius: 10px; background: #1f2d3a;
}
h1 { margin: 0 0 8px; font-size: 1.7rem; line-height: 1.2; }
form { display: grid; gap: 12px; margin-top: 20px; }
button, .vote {
  display: block; width: 100%; min-height: 48px; padding: 10px 20px; border: 1px solid #4a6379; border-radius: 8px;
  font: inherit; color: #e9e4d8; background: #2a3c4d; text-decoration: none; cursor: pointer;
}
.vote { border-color: #7fc8a9; font-weight: bold; color: #0d1f17; background: #8fd8b8; }
button:hover, .vote:hover { filter: brightness(1.08); }
button:focus-visible, .vote:focus-visible { outline: 2px solid #fff; outline-offset: 3px; }
`;
