import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';

import { OperationPanel } from './operation-panel.tsx';

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

const text = { type: 'string' };
const operation = {
  tags: ['Ballots'],
  summary: 'Vote.',
  'x-access': 'login',
  'x-permissions': ['polls', 'news'],
  'x-limit': { max: 5, seconds: 60 },
  parameters: [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'page', in: 'query' },
  ],
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            answers: {
              type: 'array',
              items: { type: 'object', properties: { at: { type: 'integer' } }, required: ['at'] },
            },
            note: { ...text, maxLength: 9 },
          },
          required: ['answers'],
        },
      },
    },
  },
  responses: {
    200: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { votes: { type: 'integer' }, late: { type: 'boolean' } },
            required: ['votes'],
          },
        },
      },
    },
  },
};

async function openOperation(change: object) {
  answerNothing();
  const paths = { '/api/polls/{id}/votes': { post: { ...operation, ...change } } };
  const view = await renderPage('/api/docs#post-api-polls-id-votes', {
    answers: { 'GET /api/openapi.json': { openapi: '3.1.0', info: {}, paths } },
  });
  await screen.findByText('Response');
  return view;
}

test('an endpoint says who may call it how often, what it takes and what it answers', async () => {
  await openOperation({});
  const part = (title: string) => screen.getByText(title).parentElement!;
  const fieldsOf = (title: string) =>
    [...part(title).querySelectorAll('li > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent).join('|'),
    );
  expect(fieldsOf('Parameters')).toEqual([
    'id|string|in the path · required',
    'page|anything|in the query · optional',
  ]);
  expect(fieldsOf('Request Body')).toEqual([
    'answers|list of object|required',
    'at|integer|required',
    'note|string|optional · at most 9 characters',
  ]);
  expect(fieldsOf('Response')).toEqual(['votes|integer|', 'late|boolean|optional']);
  screen.getByText(/Signed-in players, or staff with the permission polls or news$/);
  screen.getByText('5 per minute');
  screen.getByText('POST');
  screen.getByText(/^curl -X POST '/);
});

test.each([
  [90, '5 per 90 seconds'],
  [600, '5 per 10 minutes'],
  [3600, '5 per hour'],
  [7200, '5 per 2 hours'],
])('a limit of %d seconds reads “%s”', async (seconds, limit) => {
  await renderScreen(
    <OperationPanel
      operation={{
        id: 'one',
        method: 'get',
        path: '/api/x',
        tag: 'X',
        summary: '',
        access: 'public',
        permissions: [],
        limit: { max: 5, seconds },
        parameters: [],
        body: undefined,
        response: undefined,
      }}
      origin="http://x"
      components={undefined}
    />,
    { address: '/api/docs#one', path: '/api/docs' },
  );
  screen.getByText(limit);
  expect(screen.getByText('Who may call:').parentElement?.textContent).toBe(
    'Who may call: Everyone',
  );
  screen.getByText('without a body (204)');
  expect(screen.queryByText('Parameters')).toBeNull();
  expect(screen.queryByText('Request Body')).toBeNull();
});
