import type { ReactNode } from 'react';

import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';

type Props = {
  heading: string;
  lead: ReactNode;
  text: string;
  to: '/login' | '/profile/home';
  linkLabel: string;
};

export function AuthDone({ heading, lead, text, to, linkLabel }: Props) {
  return (
    <ScenePage takeFocus scene="raven-tower" icon="check" heading={heading} lead={lead}>
      <Parchment>
        <p>{text}</p>
      </Parchment>
      <LinkButton to={to} tone="primary" size="lg" block>
        {linkLabel}
      </LinkButton>
    </ScenePage>
  );
}
