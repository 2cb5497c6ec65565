import { testStates } from '#client/testing/screen-states.tsx';

const labels = [
  { key: 'Ages', name: 'Old Ages', icon: 'news', tone: 'gold', isHidden: false, uses: 2 } as const,
];

testStates('the news categories', {
  path: '/admin/news/categories',
  as: 'admin',
  route: 'GET /api/admin/news/categories',
  loading: 'Loading list...',
  error: 'The list could not be loaded',
  ready: [{ version: 'v1', labels }, 'Old Ages'],
});

testStates('the event types', {
  path: '/admin/events/types',
  as: 'admin',
  route: 'GET /api/admin/events/types',
  loading: 'Loading list...',
  error: 'The list could not be loaded',
  ready: [{ version: 'v1', labels }, 'Old Ages'],
});
