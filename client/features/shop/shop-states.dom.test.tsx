import { testStates } from '#client/testing/screen-states.tsx';

testStates('the store', {
  path: '/shop',
  as: 'player',
  route: 'GET /api/shop/items',
  loading: 'Loading store...',
  error: 'The store could not be loaded',
  ready: [[], 'The merchant is on the road. Look in again soon.'],
});

testStates('the items for admins', {
  path: '/admin/shop',
  as: 'admin',
  route: 'GET /api/admin/shop/items',
  loading: 'Loading items...',
  error: 'The items could not be loaded',
  ready: [[], 'Players see an empty store until you add an item.'],
});

testStates('the sales', {
  path: '/admin/shop/sales',
  as: 'admin',
  route: 'GET /api/admin/shop/sales',
  loading: 'Loading sales...',
  error: 'The sales could not be loaded',
  ready: [[], 'No sales yet'],
});

testStates('the preview of the store', {
  path: '/admin/shop/preview',
  as: 'admin',
  route: 'GET /api/admin/shop/preview',
  loading: 'Loading preview...',
  error: 'The preview could not be loaded',
  ready: [{ categories: [], items: [] }, 'Nothing is sold at this time.'],
});

testStates('the log of purchases', {
  path: '/admin/shop-logs',
  as: 'admin',
  route: 'GET /api/admin/purchases',
  loading: 'Loading the log...',
  error: 'The log could not be loaded',
});

testStates('the log of top-ups', {
  path: '/admin/shop-logs?view=top-ups',
  as: 'admin',
  route: 'GET /api/admin/orders',
  loading: 'Loading the log...',
  error: 'The log could not be loaded',
});
