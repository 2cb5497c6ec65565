import { randomInt, timingSafeEqual } from 'node:crypto';

import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { ConfirmationDeps } from '#server/features/accounts/email-confirmation.service.ts';
import { giveItem } from '#server/features/deliveries/deliveries.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { enforceLimit, uncountHit } from '#server/lib/requests/rate-limit.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import type { CodeBatch, CodeDraft } from '#shared/endpoints/codes.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import { assertBuyerConfirmed } from './buying.service.ts';
import * as queries from './codes.db.ts';
import type { FoundCode } from './codes.db.ts';

/**
 * Invariant: a code is used at most as often as it allows, and by a player as often as its batch allows. Counting the
 * use, its row and what it gives are one transaction; constraints hold both limits in parallel tries too. Codes that
 * are worth money have 80 random bits, and an account can try ten wrong ones per hour.
 */
type CodeDeps = Pick<Deps, 'db' | 'live'>;
type RedeemDeps = ConfirmationDeps & Pick<Deps, 'brand'>;

const wrongTries = { max: 10, seconds: 3600 };
const discountDays = 30;
const perPage = 25;
/** Crockford's 32 letters, without I, L, O and U: 16 of them are 80 bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

export async function redeemCode(
  deps: RedeemDeps,
  player: { id: number; username: string },
  text: string,
): Promise<{ message: string }> {
  await assertBuyerConfirmed(deps, player.username);
  const code = await getCode(deps.db, player.id, text);
  return transaction(deps.db, async (trx) => {
    if (!(await queries.countUse(trx, code.id))) {
      if (await queries.hasUsed(trx, code.id, player.id)) throw alreadyUsed();
      throw new AppError('shop/code-over', 'This code has expired or was used up.');
    }
    const useId = await queries.insertUse(trx, code, player.id);
    if (useId === undefined) throw alreadyUsed();
    const message = await give(deps, trx, { code, useId, accountId: player.id });
    await deps.live.publish(trx, { topic: 'me', accountId: player.id });
    await deps.live.publish(trx, { topic: 'admin', mayWait: true });
    return { message };
  });
}

/** Counts the try before the look-up, so that parallel guesses are limited too. A code that exists is no wrong try. */
async function getCode(db: Db, accountId: number, text: string): Promise<FoundCode> {
  const tries = `wrong codes ${accountId}`;
  await enforceLimit(db, tries, wrongTries);
  const hash = hashCode(text);
  const code = await queries.findCode(db, hash);
  if (!code || !timingSafeEqual(code.hash, hash)) {
    throw new AppError('shop/code-unknown', 'There is no such code. Please check what you typed.');
  }
  await uncountHit(db, tries);
  return code;
}

/** Case, spaces and hyphens do not matter, and letters that look like a digit count as that digit. */
function hashCode(text: string): Buffer {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return hashSecret(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1'));
}

function alreadyUsed(): AppError {
  return new AppError('shop/code-used', 'You have already used this code.');
}

type Given = { code: FoundCode; useId: number; accountId: number };

async function give(
  deps: RedeemDeps,
  trx: Trx,
  { code: { kind, value, name }, useId, accountId }: Given,
): Promise<string> {
  if (kind === 'coins') {
    const movement = { kind: 'code', book: 'codes', memo: `Code: ${name}` } as const;
    await moveCoins(deps, trx, { ...movement, accountId, ref: String(useId), amount: value });
    return `${value.toLocaleString('en')} ${deps.brand.now().words.coins} were added to your balance.`;
  }
  if (kind === 'percent') {
    const discount = { accountId, percent: value, label: name, useId };
    await queries.insertDiscount(trx, discount, discountDays);
    return `Your next purchase within ${discountDays} days costs ${value}% less.`;
  }
  const item = await giveItem(trx, { accountId, shopItemId: value });
  if (!item) throw new Error(`There is no item ${value} for a code to give.`);
  await queries.updateUsePurchase(trx, useId, item.purchaseId);
  return `${item.itemName} is yours. You receive it at your next login to the game.`;
}

export async function listCodeBatches({ db }: Pick<Deps, 'db'>, page: number) {
  const batches = await queries.findBatches(db, rowsOf(page, perPage));
  return {
    batches: batches.map(withIsoDates),
    items: await queries.findCodeItems(db),
    ...pagingOf(page, perPage, await queries.countBatches(db)),
  };
}

export async function listCodeUses({ db }: Pick<Deps, 'db'>, page: number) {
  const uses = await queries.findUses(db, rowsOf(page, perPage));
  return {
    uses: uses.map(withIsoDates),
    ...pagingOf(page, perPage, await queries.countUses(db)),
  };
}

export async function createCodes(
  deps: CodeDeps,
  actor: Actor,
  draft: CodeDraft,
): Promise<{ batch: CodeBatch; codes: string[] }> {
  const word = draft.word?.toUpperCase() ?? null;
  const codes = word ? [word] : Array.from({ length: draft.count }, createCode);
  return change(deps, actor, 'admin', async (trx, audit) => {
    const items = draft.kind === 'item' ? await queries.findCodeItems(trx) : undefined;
    if (items?.some(({ id }) => id === draft.value) === false) {
      throw invalidField('value', 'Choose an item of the store.');
    }
    const id = await queries.insertBatch(trx, { ...draft, word });
    const rules = { batch_id: id, max_uses: draft.uses };
    const inserted = await queries.insertCodes(
      trx,
      codes.map((code) => ({ ...rules, hash: hashCode(code), label: word ?? code.slice(-4) })),
    );
    if (inserted < codes.length) throw invalidField('word', 'This code exists already.');
    const batch = await getBatch(trx, id);
    // The codes themselves are never logged.
    audit('shop/codes-created', id, { after: batch });
    return { batch, codes };
  });
}

function createCode(): string {
  const drawn = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return drawn.replaceAll(/.{4}(?=.)/g, '$&-');
}

export function setCodesOn(
  deps: CodeDeps,
  actor: Actor,
  { id, isOn }: { id: number; isOn: boolean },
): Promise<CodeBatch> {
  return change(deps, actor, 'admin', async (trx, audit) => {
    const { name, isOn: wasOn } = await getBatch(trx, id);
    await queries.updateBatchOn(trx, id, isOn);
    const entry = { before: { name, isOn: wasOn }, after: { name, isOn } };
    if (isOn !== wasOn) audit('shop/codes-switched', id, entry);
    return getBatch(trx, id);
  });
}

async function getBatch(db: Db, id: number): Promise<CodeBatch> {
  const batch = await queries.findBatch(db, id);
  if (!batch) throw new AppError('request/not-found', 'There are no such codes.');
  return withIsoDates(batch);
}
