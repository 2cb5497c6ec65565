import type { Deps } from '#server/deps.ts';
import { AppError } from '#shared/errors.ts';
import type { BulkAnswer } from '#shared/schemas.ts';

/**
 * Does the same for several items, one after the other and each in its own transaction, as the endpoint for a
 * single one does. A refusal does not stop the others, which may already be done.
 */
export async function doEach<Item>(
  deps: Pick<Deps, 'onProblem'>,
  items: readonly Item[],
  { idOf, work }: { idOf: (item: Item) => string; work: (item: Item) => Promise<unknown> },
): Promise<BulkAnswer> {
  const results: BulkAnswer['results'] = [];
  for (const item of items) {
    results.push({ id: idOf(item), error: await findRefusal(deps, () => work(item)) });
  }
  return { results };
}

async function findRefusal(
  { onProblem }: Pick<Deps, 'onProblem'>,
  work: () => Promise<unknown>,
): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    onProblem('One of several items failed.', error);
    return 'Something went wrong. Check it before you try again.';
  }
}
