import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminShopLogsPage() {
  return <PageHeading>Shop Logs</PageHeading>;
}
