import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';

testStates('the API page', {
  path: '/api/docs?q=nothing',
  route: 'GET /api/openapi.json',
  loading: 'Loading the API...',
  error: 'The documentation could not be loaded',
  ready: [{ openapi: '3.1.0', info: {}, paths: {} }, 'No endpoint matches “nothing”.'],
});

test.each([
  ['/api/docs', []],
  ['/api/docs#calls-ballots', ['Ballots1']],
  ['/api/docs#get-api-polls', ['Ballots1']],
  ['/api/docs?q=feasts', ['Feasts1']],
])('the groups are folded, but %s opens %j', async (address, open) => {
  answerNothing();
  const operation = (tag: string) => ({ get: { tags: [tag], summary: `All ${tag}.` } });
  const paths = { '/api/polls': operation('Ballots'), '/api/events': operation('Feasts') };
  await renderPage(address, {
    answers: { 'GET /api/openapi.json': { openapi: '3.1.0', info: {}, paths } },
  });
  await screen.findAllByText(/^(?:Ballots|Feasts)$/);
  const groups = [...document.querySelectorAll('details[id^=calls-][open] > summary')];
  expect(groups.map((summary) => summary.textContent)).toEqual(open);
  expect(document.querySelectorAll('h3').length).toBe(open.length);
});
