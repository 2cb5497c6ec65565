import { useQuery } from '@tanstack/react-query';

import { LinkButton } from '#client/ui/form/link-button.tsx';

import { SaleBanner } from './sale-banner.tsx';
import { onHomeQuery } from './shop.queries.ts';

/** Nothing, unless the owner shows a running sale on the home page. */
export function HomeSale() {
  const { data } = useQuery(onHomeQuery);
  return (
    data?.sale && (
      <SaleBanner
        sale={data.sale}
        action={
          <LinkButton to="/shop" icon="cart">
            See the Offers
          </LinkButton>
        }
      />
    )
  );
}
