import { site } from '#client/lib/site.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

export function ShopPage() {
  return (
    <div className="wrap">
      <PageHeading>{site.name} Store</PageHeading>
    </div>
  );
}
