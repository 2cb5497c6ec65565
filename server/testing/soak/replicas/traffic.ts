import { setTimeout as sleep } from 'node:timers/promises';

import type { Random } from '#server/testing/random.ts';

// Sends requests to a random replica and repeats each until it is answered by something other than a
// dying server. A gate stops new requests while the database is copied or restored.

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** A session cookie, or the token of a game. */
  cookie?: string;
  token?: string;
  key?: string;
  body?: unknown;
  form?: Record<string, string>;
  /** The visitor's address, as a proxy in front would send it. */
  from?: string;
  /** The index of the replica; without it, a random one. */
  to?: number;
};

export type Answer = {
  status: number;
  text: string;
  /** The error code, empty for a success. */
  code: string;
  /** More than 1: an earlier attempt may have been carried out although its answer was lost. */
  attempts: number;
};

export type Send = (request: Request) => Promise<Answer>;

export type Traffic = {
  /** For one action. Its requests throw `restored` once the database has been put back. */
  beginAction(random: Random): Send;
  /** Actions begin while the gate is open: the records they use may be put back behind it. */
  passGate(): Promise<void>;
  closeGate(): void;
  openGate(): void;
  /** Until no request is waiting for its answer. */
  waitUntilIdle(): Promise<void>;
  /** Gives up every action that has begun. */
  abandonActions(): void;
  figures(): { answered: number; repeated: number };
};

/** Thrown inside actions whose past was forgotten by a restore. */
export const restored = new Error('The database was restored.');

const timeoutMs = 15_000;

/** `onRepeat` gets the reason whenever an attempt is repeated. */
export function createTraffic(
  addresses: string[],
  onRepeat: (reason: string) => void = () => {},
): Traffic {
  let era = 0;
  let inFlight = 0;
  let answered = 0;
  let repeated = 0;
  const isBusy = () => inFlight > 0;
  let gate: { opened: Promise<void>; open: () => void } | undefined;

  async function sendUntilAnswered(request: Request, random: Random, begun: number) {
    for (let attempts = 1; ; attempts += 1) {
      if (begun !== era) throw restored;
      const at = request.to ?? Math.floor(random() * addresses.length);
      const answer = await tryOnce(`${addresses[at]}${request.path}`, request);
      // The replica that answered was killed since, and with it what it answered was forgotten.
      if (begun !== era) throw restored;
      if (isAnswer(answer.status)) {
        answered += 1;
        return { ...answer, attempts };
      }
      repeated += 1;
      onRepeat(`${request.path}: ${answer.status || answer.text}`);
      await sleep(50 + random() * 200);
    }
  }

  return {
    beginAction(random) {
      const begun = era;
      return async (request) => {
        await gate?.opened;
        inFlight += 1;
        try {
          return await sendUntilAnswered(request, random, begun);
        } finally {
          inFlight -= 1;
        }
      };
    },
    async passGate() {
      await gate?.opened;
    },
    closeGate() {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
    },
    openGate() {
      gate?.open();
      gate = undefined;
    },
    async waitUntilIdle() {
      while (isBusy()) await sleep(20);
      // The actors write down what they were told before anything else happens.
      await sleep(50);
    },
    abandonActions() {
      era += 1;
    },
    figures: () => ({ answered, repeated }),
  };
}

const noAnswer = 0;

/** 408: a server that was busy starting did not read the request in time, and did nothing. */
function isAnswer(status: number): boolean {
  return status !== noAnswer && status < 500 && status !== 408;
}

async function tryOnce(
  address: string,
  { method, cookie, token, key, body, form, from }: Request,
): Promise<Omit<Answer, 'attempts'>> {
  const content = form ? new URLSearchParams(form) : body === undefined ? null : toJson(body);
  try {
    const answer = await fetch(address, {
      method: method ?? (content === null ? 'GET' : 'POST'),
      headers: {
        ...(cookie && { cookie }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(from && { 'x-forwarded-for': from }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: content,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return { status: answer.status, text, code: readCode(answer.status, text) };
  } catch (error) {
    const { cause = error } = error as Error;
    return { status: noAnswer, text: String(cause), code: '' };
  }
}

function toJson(body: unknown): string {
  return JSON.stringify(body);
}

function readCode(status: number, text: string): string {
  if (status < 400) return '';
  try {
    const { code } = JSON.parse(text) as { code?: string };
    return code ?? '';
  } catch {
    return '';
  }
}
