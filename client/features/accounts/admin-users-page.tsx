import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminUsersPage() {
  return <PageHeading>Users</PageHeading>;
}
