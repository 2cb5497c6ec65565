import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminManagePage() {
  return <PageHeading>Manage User</PageHeading>;
}
