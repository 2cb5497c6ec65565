import { loadErrorPage } from '#client/app/show-error.tsx';
import { SiteFooter } from '#client/app/site-footer.tsx';
import { SiteHeader } from '#client/app/site-header.tsx';
import { useLater } from '#client/lib/use-later.ts';

/** Includes the header and footer, because the router shows it outside every layout. */
export function NotFoundPage() {
  const part = useLater(loadErrorPage, true);
  return (
    <>
      <SiteHeader />
      <main id="content">{part && <part.NotFoundMessage />}</main>
      {part && <SiteFooter />}
    </>
  );
}
