import { testStates } from '#client/testing/screen-states.tsx';

testStates('the API page', {
  path: '/api/docs?q=nothing',
  route: 'GET /api/openapi.json',
  loading: 'Loading the API...',
  error: 'The documentation could not be loaded',
  ready: [{ openapi: '3.1.0', info: {}, paths: {} }, 'No endpoint matches “nothing”.'],
});
