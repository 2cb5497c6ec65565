import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { UndefinedInitialDataOptions } from '@tanstack/react-query';

import type { RouteAnswer, RouteInput } from '#shared/api.ts';
import { AppError } from '#shared/errors.ts';
import { queryKey } from '#shared/query-key.ts';
import type { QueryKeyOf, ReadRoute, TopicOf } from '#shared/query-key.ts';

import { call } from './api.ts';

type Options<R extends ReadRoute, Data> = Omit<
  UndefinedInitialDataOptions<NoInfer<Data>, Error, NoInfer<Data>, QueryKeyOf<R>>,
  'queryKey' | 'queryFn'
> & {
  /** Changes the answer, or replaces an expected failure, before the result is cached. */
  convert?: (answer: Promise<RouteAnswer<R>>) => Promise<Data>;
};

/** A query of one endpoint. Every change of the topic refreshes it; null if no topic does. */
export function read<R extends ReadRoute, Data = RouteAnswer<R>>(
  topic: TopicOf<R>,
  route: R,
  input: RouteInput<R>,
  { convert, ...options }: Options<R, Data> = {},
) {
  return queryOptions({
    ...options,
    queryKey: queryKey(topic, route, input),
    queryFn: ({ signal }): Promise<Data> => {
      const answer = call(route, input, { signal });
      // The cast is safe: without `convert`, Data is the answer's type.
      return convert ? convert(answer) : (answer as Promise<unknown> as Promise<Data>);
    },
  });
}

/** A page of a list: the previous page stays on the screen while the next one loads. */
export function readPage<R extends ReadRoute, Data = RouteAnswer<R>>(
  topic: TopicOf<R>,
  route: R,
  input: RouteInput<R>,
  options: Options<R, Data> = {},
) {
  return read<R, Data>(topic, route, input, { ...options, placeholderData: keepPreviousData });
}

/** For `convert`: a 404 is an answer too. */
export async function orIfMissing<T, Missing>(
  answer: Promise<T>,
  missing: Missing,
): Promise<T | Missing> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return missing;
    throw error;
  }
}
