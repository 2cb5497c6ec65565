import { loadErrorPage } from '#client/app/show-error.tsx';
import { SiteFooter } from '#client/app/site-footer.tsx';
import { SiteHeader } from '#client/app/site-header.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useLater } from '#client/lib/use-later.ts';

/** Includes the header and footer, because the router shows it outside every layout. */
export function NotFoundPage() {
  usePageTitle('Not Found');
  const part = useLater(loadErrorPage, true);
  return (
    <>
      <SiteHeader />
      <main id="content">{part && <part.NotFoundMessage />}</main>
      {part && <SiteFooter />}
    </>
  );
}
