import { stringifySearchWith } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';

import type { LabelListName } from '#shared/rules/labels.ts';
import type { SiteInfo } from '#shared/site.ts';

// The search parameters of pages, read without zod: the router needs all of them in the first load.

/** Anyone can type an address, so an invalid value means the fallback. */
export type Param<Value> = { read: (value: unknown) => Value | undefined; fallback: Value };

type Params = Record<string, Param<unknown>>;
type Values<P extends Params> = { [Name in keyof P]: P[Name]['fallback'] };
type Given<P extends Params> = { [Name in keyof P]?: P[Name]['fallback'] | undefined };

export type SearchDefinition = { read: (search: object) => object };

export type SearchOf<D extends SearchDefinition> = ReturnType<D['read']>;

/** The options of a page's route. Links leave out what equals the fallback. */
export function defineSearch<P extends Params>(params: P) {
  function read(search: object): Values<P> {
    const given = search as Record<string, unknown>;
    const values = Object.entries(params).map(([name, param]) => [
      name,
      param.read(given[name]) ?? param.fallback,
    ]);
    return Object.fromEntries(values) as Values<P>;
  }
  return {
    read,
    validateSearch: read as (given: Given<P> & SearchSchemaInput) => Values<P>,
    search: {
      middlewares: [
        ({ search, next }: { search: Given<P>; next: (search: Given<P>) => Given<P> }) => {
          const kept = Object.entries(next(search)).filter(
            ([name, value]) => value !== params[name]?.fallback,
          );
          return Object.fromEntries(kept) as Given<P>;
        },
      ],
    },
  };
}

export function text(maxLength?: number): Param<string | undefined> {
  return optional((value) => value.slice(0, maxLength));
}

export function matching(pattern: RegExp): Param<string | undefined> {
  return optional((value) => (pattern.test(value) ? value : undefined));
}

export const id = matching(/^\d{1,15}$/);

/** Such as 2026-11-20. */
export const day = optional((value) => {
  if (!/^20\d\d-\d\d-\d\d$/.test(value)) return undefined;
  // The 31st of February would become a day in March.
  return new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) ? value : undefined;
});

export function pageNumber(max = Number.MAX_SAFE_INTEGER): Param<number> {
  return {
    read(value) {
      const page = Math.trunc(Number(toText(value)));
      return page >= 1 && page <= max ? page : undefined;
    },
    fallback: 1,
  };
}

export function oneOf<const Value>(values: readonly Value[]): Param<Value | undefined>;
export function oneOf<const Value>(values: readonly Value[], fallback: Value): Param<Value>;
export function oneOf<Value>(values: readonly Value[], fallback?: Value) {
  return {
    read: (value: unknown) => values.find((one) => one === value || one === toText(value)),
    fallback,
  };
}

/** `?canceled` or `?canceled=true`. */
export const flag: Param<boolean> = {
  read: (value) => value !== undefined && value !== false,
  fallback: false,
};

/** A search parameter with the key of a label. */
export function labelParam(list: LabelListName, getSite: () => SiteInfo) {
  return optional((value) => getSite().labels[list].find(({ key }) => key === value)?.key);
}

/** Every page of the admin area may have an editor: `?edit=new`, `?edit=7` or `?copy=7`. */
export const editorSearch = defineSearch({ edit: matching(/^(?:new|\d{1,15})$/), copy: id });

/** The item that the editor starts with, or none. */
export type Edited<Item> =
  | { kind: 'new'; item?: undefined }
  | { kind: 'edit' | 'copy'; item: Item };

const isPlainText = new Error('This text needs no quotes.');

/**
 * The router puts text that looks like JSON in quotes. Numbers need none, since they are read as text. A page has
 * hundreds of such texts in its links: a single error for all saves a stack trace for each of them.
 */
export const stringifySearch = stringifySearchWith(JSON.stringify, (value) => {
  const mayBeJson = /^\s*(?:["[{\d-]|(?:true|false|null)\s*$)/.test(value);
  if (!mayBeJson || String(Number(value)) === value) throw isPlainText;
  return JSON.parse(value) as unknown;
});

export function optional(read: (value: string) => string | undefined): Param<string | undefined> {
  return { read: (value) => read(toText(value)) || undefined, fallback: undefined };
}

/** The router parses `?player=1337` as a number. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
