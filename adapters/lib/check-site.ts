import { buildUrl } from '#shared/build-url.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import * as commandEndpoints from '#shared/endpoints/bridge-commands.ts';
import * as deliveryEndpoints from '#shared/endpoints/bridge-deliveries.ts';
import * as endpoints from '#shared/endpoints/bridge.ts';
import type { BridgeScope } from '#shared/endpoints/bridge.ts';

import type { Finding } from './check.ts';

type Options = { url: string; token: string; scopes: readonly BridgeScope[] };

type Answer = { status: number; code: string; error: string; location: string | null };

/** A call for each permission. The website checks the token first, then refuses the empty body: nothing changes. */
const calls: Record<BridgeScope, Endpoint | undefined> = {
  heartbeat: endpoints.sendHeartbeat,
  hiscores: endpoints.sendHiscores,
  'hiscores:reset': undefined,
  deliveries: deliveryEndpoints.claimDeliveries,
  commands: commandEndpoints.sendCommandResult,
  moderation: commandEndpoints.sendModerationEvents,
  contracts: endpoints.fetchGameContracts,
  sanctions: commandEndpoints.fetchSanctions,
  login: endpoints.logInToGame,
  names: endpoints.claimName,
};

const newToken = 'Create a token under Admin → Server and set it as BRIDGE_TOKEN.';
const timeoutMs = 10_000;

export async function checkSite(options: Options): Promise<Finding[]> {
  const missing: string[] = [];
  for (const scope of options.scopes) {
    const problem = await probe(options, scope);
    if (problem === 'scope-missing') missing.push(scope);
    else if (problem) return [problem];
  }
  const reached = { text: `The website answers at ${options.url} and accepts the token.` };
  const list = (missing.length > 0 ? missing : options.scopes).join(', ');
  if (missing.length === 0) return [reached, { text: `The token has the permissions ${list}.` }];
  const advice = `${newToken} It needs all of these permissions: ${options.scopes.join(', ')}.`;
  return [reached, { text: `The token lacks the permissions ${list}.`, advice }];
}

async function probe(
  options: Options,
  scope: BridgeScope,
): Promise<Finding | 'scope-missing' | undefined> {
  const endpoint = calls[scope];
  if (!endpoint) return undefined;
  try {
    const answer = await send(options, endpoint);
    return answer.code === 'bridge/scope-missing' ? 'scope-missing' : judge(options, answer);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message : String(error);
    return {
      text: `The website cannot be reached at ${options.url} (${reason}).`,
      advice: 'Start the website, or set BRIDGE_URL to its address as this machine reaches it.',
    };
  }
}

function judge({ url }: Options, answer: Answer): Finding | undefined {
  const { status, code, error, location } = answer;
  if (location) {
    const text = `${url} redirects to ${location}.`;
    return { text, advice: 'Set BRIDGE_URL to the address it redirects to, without a path.' };
  }
  if (code === 'bridge/address-refused') {
    const advice = 'Create a token that allows this address, or any, under Admin → Server.';
    return { text: `The website refuses the token: ${error}`, advice };
  }
  if (status === 401) return { text: `The website refuses the token: ${error}`, advice: newToken };
  const isExpected = status < 300 || code.startsWith('request/') || code.startsWith('bridge/');
  if (isExpected && code !== 'request/not-found') return undefined;
  const text = `${url} does not answer like this website (status ${status}${code && `, ${code}`}).`;
  return { text, advice: 'Set BRIDGE_URL to the website’s address, and look into its log.' };
}

async function send({ url, token }: Options, { method, path }: Endpoint): Promise<Answer> {
  const response = await fetch(url.replace(/\/+$/, '') + buildUrl(path, { params: { id: '1' } }), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = (await response.json().catch(() => ({}))) as { code?: string; error?: string };
  return {
    status: response.status,
    code: body.code ?? '',
    error: body.error ?? '',
    location: response.headers.get('location'),
  };
}
