import { BackLink } from '#client/ui/text/back-link.tsx';

import { LabelsScreen } from './labels-screen.tsx';

export function AdminNewsCategoriesPage() {
  return (
    <LabelsScreen
      list="news"
      above={<BackLink to="/admin/news">All posts</BackLink>}
      texts={{
        heading: 'News Categories',
        lead: 'Every post has one of these. Visitors filter the news by them, in this order.',
        add: 'Add Category',
        edit: 'Edit Category',
        one: 'post',
        many: 'posts',
      }}
    />
  );
}
