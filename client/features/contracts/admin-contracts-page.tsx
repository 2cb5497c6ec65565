import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminContractsPage() {
  return <PageHeading>Contracts</PageHeading>;
}
