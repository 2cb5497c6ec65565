// Shows every UI component in every state, for developers and for the browser tests.
import { ButtonLink } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';

import { Buttons, Signals } from './kit/controls.tsx';
import { Forms } from './kit/forms.tsx';
import { Overlays } from './kit/overlays.tsx';
import { Surfaces, TablesAndNavigation } from './kit/surfaces.tsx';

import styles from './ui-page.module.css';

const sections = [
  { id: 'buttons', title: 'Buttons and icons', Body: Buttons },
  { id: 'text', title: 'Text and surfaces', Body: Surfaces },
  { id: 'fields', title: 'Forms', Body: Forms },
  { id: 'dialogs', title: 'Dialogs, menus and toasts', Body: Overlays },
  { id: 'tables', title: 'Tables and navigation', Body: TablesAndNavigation },
  { id: 'signals', title: 'Chips, callouts and states', Body: Signals },
];

export function UiPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading
        lead="Every part of the site, in every state it can take. Stone for controls, parchment for reading, gold for the main action."
        actions={<ButtonLink href="#buttons">Start Looking</ButtonLink>}
      >
        The Mason’s Yard
      </PageHeading>
      <Row as="nav" gap={4} aria-label="Sections" className={styles.contents}>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </Row>
      {sections.map(({ id, title, Body }) => (
        <section key={id} aria-labelledby={id}>
          <SectionHeading id={id}>{title}</SectionHeading>
          <Body />
        </section>
      ))}
    </div>
  );
}
