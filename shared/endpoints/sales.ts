import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Id, IdNumber, isoTimestamp, line, Moment, Version, wholeNumber } from '../schemas.ts';
import { ShopItem, shopLimits } from './shop.ts';
import { GoalProgress } from './supporters.ts';

const endpoint = endpointsOf('Shop', { access: 'login' });
const publicEndpoint = endpointsOf('Shop', { access: 'public' });
const staffEndpoint = endpointsOf('Shop', { permissions: ['shop'] });

export const saleLimits = { name: 60, categoryName: 40, categories: 30, items: 500 };

export type ShopCategory = z.infer<typeof ShopCategory>;
export const ShopCategory = z.object({ id: z.string(), name: z.string() });

export const listShelves = endpoint('GET /api/shop/shelves', {
  summary: 'The categories of the store in order, and when a sale begins or ends next.',
  response: z.object({
    categories: z.array(ShopCategory),
    /** Prices change then. Null: no sale is planned. */
    changesAt: z.nullable(Moment),
  }),
});

export const readShopOnHome = publicEndpoint('GET /api/shop/on-home', {
  summary: 'The sale and the goal of the community that the home page shows, if there are any.',
  response: z.object({
    sale: z.optional(
      z.object({
        name: z.string(),
        endsAt: Moment,
        /** The most percent that an item is cheaper. */
        upTo: z.int(),
      }),
    ),
    goal: z.optional(GoalProgress),
  }),
});

export const CategoryDraft = z.object({
  name: line(saleLimits.categoryName, 'Give the category a name.'),
});
const Categories = z.array(ShopCategory);

export const createShopCategory = staffEndpoint('POST /api/admin/shop/categories', {
  summary: 'Add a category at the end.',
  body: CategoryDraft,
  response: Categories,
});

export const listShopCategories = staffEndpoint('GET /api/admin/shop/categories', {
  summary: 'The categories in order.',
  response: Categories,
});

export const renameShopCategory = staffEndpoint('PUT /api/admin/shop/categories/{id}', {
  summary: 'Rename a category.',
  body: CategoryDraft,
  response: Categories,
});

export const deleteShopCategory = staffEndpoint('DELETE /api/admin/shop/categories/{id}', {
  summary: 'Delete a category. Its items stay, without a category.',
  response: Categories,
});

export const reorderShopCategories = staffEndpoint('PUT /api/admin/shop/category-order', {
  summary: 'Set the order of the categories.',
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(saleLimits.categories)) }),
  response: Categories,
});

export const SaleScope = z.enum(['all', 'category', 'items']);
export type SaleScope = z.infer<typeof SaleScope>;

const saleFields = {
  name: line(saleLimits.name, 'Give the sale a name.'),
  /** Either percent off or a fixed price; the other is null. */
  percent: z.nullable(wholeNumber(1, 99)),
  price: z.nullable(wholeNumber(1, shopLimits.price)),
  scope: SaleScope,
  categoryId: z.nullable(IdNumber),
  itemIds: z.array(IdNumber).check(z.maxLength(saleLimits.items)),
  startsAt: isoTimestamp('Choose when it starts.'),
  endsAt: isoTimestamp('Choose when it ends.'),
  onHome: z.boolean(),
};

export type ShopSale = z.infer<typeof ShopSale>;
export const ShopSale = z.object({
  id: z.string(),
  ...saleFields,
  version: z.int(),
  updatedBy: z.nullable(z.string()),
  /** Purchases at this sale's price and their coins, without refunded ones. */
  sold: z.int(),
  earned: z.int(),
});

export type SaleDraft = z.infer<typeof SaleDraft>;
export const SaleDraft = z.object(saleFields).check(
  z.refine(({ percent, price }) => (percent === null) !== (price === null), {
    path: ['percent'],
    error: 'Give either a percentage or a price.',
  }),
  z.refine(({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    error: 'It must end after it starts.',
  }),
  z.refine(({ scope, categoryId }) => scope !== 'category' || categoryId !== null, {
    path: ['categoryId'],
    error: 'Choose a category.',
  }),
  z.refine(({ scope, itemIds }) => scope !== 'items' || itemIds.length > 0, {
    path: ['itemIds'],
    error: 'Choose at least one item.',
  }),
);

export const listShopSales = staffEndpoint('GET /api/admin/shop/sales', {
  summary: 'All sales: running and planned ones first, then those that are over, newest first.',
  response: z.array(ShopSale),
});

export const createShopSale = staffEndpoint('POST /api/admin/shop/sales', {
  summary: 'Add a sale.',
  body: SaleDraft,
  response: ShopSale,
});

export const updateShopSale = staffEndpoint('PUT /api/admin/shop/sales/{id}', {
  summary: 'Save a sale. Fails with shop/outdated if it was saved by someone else meanwhile.',
  body: z.object({ version: Version, sale: SaleDraft }),
  response: ShopSale,
});

export const deleteShopSale = staffEndpoint('DELETE /api/admin/shop/sales/{id}', {
  summary: 'Delete a sale. If it is running, it ends at once.',
});

export const previewShopSale = staffEndpoint('POST /api/admin/shop/sales/preview', {
  summary:
    'What each item would cost in this sale, and which overlapping sale has a lower price. Saves nothing.',
  body: z.object({
    /** The saved sale that is being edited: it does not compete with itself. */
    id: z.optional(IdNumber),
    sale: SaleDraft,
  }),
  response: z.array(
    z.object({
      itemId: z.string(),
      name: z.string(),
      fullPrice: z.int(),
      /** In this sale; the full price if the sale does not make it cheaper. */
      price: z.int(),
      /** The overlapping sale with the lowest price, if it is as low or lower: the player pays that price then. */
      better: z.optional(
        z.object({ name: z.string(), price: z.int(), startsAt: Moment, endsAt: Moment }),
      ),
    }),
  ),
});

export const previewShop = staffEndpoint('GET /api/admin/shop/preview', {
  summary: 'The store as players see it at a time, with the sales and ends planned now.',
  query: z.object({ at: z.optional(isoTimestamp()) }),
  response: z.object({ categories: Categories, items: z.array(ShopItem) }),
});
