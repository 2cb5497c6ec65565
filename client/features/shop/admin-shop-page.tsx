import { PageHeading } from '#client/ui/page-heading.tsx';

export function AdminShopPage() {
  return <PageHeading>Shop</PageHeading>;
}
