import { notFound, testStates } from '#client/testing/screen-states.tsx';
import type { OwnPage } from '#shared/own-pages.ts';

function makePage(slug: string, title: string): OwnPage {
  return { slug, title, description: '', content: `<p>About ${slug}.</p>`, updatedAt: null };
}

for (const [path, title] of [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/pages/rules', 'House Rules'],
] as const) {
  const slug = path.split('/').at(-1)!;
  testStates(path, {
    path,
    route: 'GET /api/pages/{slug}',
    error: 'This page could not be loaded',
    ready: [makePage(slug, title), `About ${slug}.`],
    missing: notFound,
  });
}

testStates('the list of pages for admins', {
  path: '/admin/pages',
  as: 'admin',
  route: 'GET /api/admin/pages',
  loading: 'Loading pages...',
  error: 'The pages could not be loaded',
});

testStates('the editor of a page', {
  path: '/admin/pages/edit/7',
  as: 'admin',
  route: 'GET /api/admin/pages/{id}',
  loading: 'Loading page...',
  error: 'This page could not be loaded',
  missing: notFound,
});
