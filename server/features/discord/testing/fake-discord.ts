import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaves like Discord where the site uses it: shapes of answers, rate limits and errors. */
export type FakeDiscord = {
  /** For the setting DISCORD_API_URL. */
  url: string;
  requests: string[];
  messages: { webhook: string; body: SentMessage }[];
  /** The roles of each member of the Discord server. */
  members: Map<string, Set<string>>;
  /** Webhooks that were deleted. */
  deleted: Set<string>;
  /** Answers the next requests instead. */
  next: Reply[];
  /** Called before an answer is sent. */
  beforeAnswer: (() => void) | undefined;
  online: number;
  /** Agrees in the place of a user, at the address that the site made. Returns the address to go back to. */
  agree(address: string, user: { id: string; username: string; global_name?: string }): string;
  close(): Promise<void>;
};

export type SentMessage = {
  embeds: {
    title: string;
    url: string;
    description: string;
    color: number;
    image?: { url: string };
    timestamp?: string;
  }[];
  allowed_mentions: unknown;
};

export type Reply = { status: number; json?: object; headers?: Record<string, string> } | 'hang up';

export const fakeGuild = '900000000000000001';
export const fakeClient = { id: '900000000000000002', secret: 'client secret' };
export const fakeBot = 'bot token';

/** The address of a webhook, as an owner copies it. */
export function hookAddress(number: number): string {
  return `https://discord.com/api/webhooks/${hookId(number)}/${'token-'.repeat(8)}${number}`;
}

export function hookId(number: number): string {
  return `7000000000000000${String(number).padStart(2, '0')}`;
}

export async function startFakeDiscord(): Promise<FakeDiscord> {
  const codes = new Map<string, { challenge: string; user: object }>();
  const tokens = new Map<string, object>();
  const fake: Omit<FakeDiscord, 'url' | 'close'> = {
    requests: [],
    messages: [],
    members: new Map(),
    deleted: new Set(),
    next: [],
    beforeAnswer: undefined,
    online: 42,
    agree(address, user) {
      const query = new URL(address).searchParams;
      const code = `code ${codes.size}`;
      codes.set(code, { challenge: query.get('code_challenge') ?? '', user });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      return back.href;
    },
  };

  function answer(method: string, path: string, body: string, token: string): Reply {
    const [, webhook] = /^\/webhooks\/(\d+)\/[\w-]+\?wait=true$/.exec(path) ?? [];
    if (webhook)
      return fake.deleted.has(webhook) ? unknown(10_015, 'Unknown Webhook') : post(webhook, body);
    if (path === `/guilds/${fakeGuild}/widget.json`) {
      const invite = 'https://discord.com/invite/lantern';
      const json = {
        id: fakeGuild,
        name: 'Hall',
        instant_invite: invite,
        channels: [],
        members: [],
      };
      return { status: 200, json: { ...json, presence_count: fake.online } };
    }
    if (path === '/oauth2/token') return exchange(new URLSearchParams(body));
    if (path === '/oauth2/token/revoke') {
      tokens.delete(new URLSearchParams(body).get('token') ?? '');
      return { status: 200, json: {} };
    }
    if (path === '/users/@me') {
      const user = tokens.get(token.replace('Bearer ', ''));
      return user ? { status: 200, json: user } : unauthorised;
    }
    return answerMember(method, path, token);
  }

  function post(webhook: string, body: string): Reply {
    fake.messages.push({ webhook, body: JSON.parse(body) as SentMessage });
    const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
    return { status: 200, json: { id: String(fake.messages.length), type: 0 }, headers };
  }

  function exchange(form: URLSearchParams): Reply {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient =
      form.get('client_id') === fakeClient.id && form.get('client_secret') === fakeClient.secret;
    if (!code || code.challenge !== proof || !isClient)
      return { status: 400, json: { error: 'invalid_grant' } };
    const token = `token ${tokens.size}`;
    tokens.set(token, code.user);
    return { status: 200, json: { access_token: token, token_type: 'Bearer', scope: 'identify' } };
  }

  function answerMember(method: string, path: string, token: string): Reply {
    const [, user = '', role] =
      new RegExp(`^/guilds/${fakeGuild}/members/(\\d+)(?:/roles/(\\d+))?$`).exec(path) ?? [];
    if (!user) return unknown(0, 'Not Found');
    if (token !== `Bot ${fakeBot}`) return unauthorised;
    const roles = fake.members.get(user);
    if (!roles) return unknown(10_007, 'Unknown Member');
    if (!role) return { status: 200, json: { user: { id: user }, roles: [...roles] } };
    if (method === 'PUT') roles.add(role);
    else roles.delete(role);
    return { status: 204 };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    fake.requests.push(`${method} ${path.replace(/token-[\w-]+/, '…')}`);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const reply =
      fake.next.shift() ?? answer(method, path, body, request.headers.authorization ?? '');
    fake.beforeAnswer?.();
    if (reply === 'hang up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.json && JSON.stringify(reply.json));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const unauthorised: Reply = { status: 401, json: { message: '401: Unauthorized', code: 0 } };

function unknown(code: number, message: string): Reply {
  return { status: 404, json: { message, code } };
}

/** Discord's answer to too many requests. */
export function tooMany(seconds: number, { isGlobal = false } = {}): Reply {
  return {
    status: 429,
    json: { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal },
    headers: {
      'retry-after': String(Math.ceil(seconds)),
      ...(isGlobal && { 'x-ratelimit-global': 'true' }),
    },
  };
}
