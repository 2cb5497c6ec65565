import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminHomePage() {
  return <PageHeading>Dashboard</PageHeading>;
}
