import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminServerPage() {
  return <PageHeading>Server</PageHeading>;
}
