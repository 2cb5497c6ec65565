import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link that the owner entered: a path of this site, or any other address. */
export function SiteLink({ href, onClick, children, ...props }: Props) {
  const router = useRouter();
  const isOurs = href.startsWith('/');
  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!isOurs || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  const elsewhere = isOurs ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a {...props} {...elsewhere} href={href} onClick={go}>
      {children}
    </a>
  );
}
