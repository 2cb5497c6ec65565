import emblemUrl from '#client/art/emblem.svg';
import { IconButton } from '#client/ui/form/button.tsx';
import type { GlyphName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import icons from '#client/ui/icon/icons.json';
import { Columns, Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';
import { skillIcons } from '#shared/rules/skill-icons.ts';

import { each, Example } from './example.tsx';

import styles from './kit.module.css';

// JSON has no types for its keys at run time.
const glyphs = Object.keys({ ...icons.featureIcons, ...icons.glyphs }) as GlyphName[];

export function Icons() {
  return (
    <Columns min="lg">
      <Panel heading="Skills" headingLevel={3}>
        <ul className={styles.grid}>
          {each(['overall', ...skillIcons] as const, (name) => (
            <Row as="li">
              <Icon name={`skill/${name}`} size="md" />
              {name}
            </Row>
          ))}
        </ul>
      </Panel>
      <Panel heading="Glyphs" headingLevel={3}>
        <Row gap={1}>
          {each(glyphs, (name) => (
            <Tooltip text={name}>
              {(trigger) => <IconButton {...trigger} icon={name} label={name} />}
            </Tooltip>
          ))}
        </Row>
        <Example label="Sizes">
          {each(['sm', 'md', 'lg'], (size) => (
            <Icon name="boss" size={size} />
          ))}
          <img src={emblemUrl} alt="Wynhold" width={46} height={46} />
        </Example>
      </Panel>
    </Columns>
  );
}
