import { read, readPage } from '#client/lib/read.ts';

export const ownShopQuery = read('me', 'GET /api/shop/mine', {});

export function statementQuery(page: number) {
  return readPage('me', 'GET /api/wallet/statement', { query: { page } });
}

export function ownPurchasesQuery(page: number) {
  return readPage('me', 'GET /api/shop/purchases', { query: { page } });
}

export function ownOrdersQuery(page: number) {
  return readPage('me', 'GET /api/shop/orders', { query: { page } });
}

export const ownSupporterQuery = read('me', 'GET /api/supporters/mine', {});
