import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';

import { each } from './example.tsx';

import styles from './kit.module.css';

const colours = [
  'night-500',
  'bone-300',
  'gold-400',
  'ember-400',
  'moss-400',
  'sky-400',
  'blood-400',
  'parchment-100',
];

export function TextAndColour() {
  return (
    <Columns min="lg">
      <Panel>
        <p className={styles.display}>The Gates Open</p>
        <p>
          Press <Kbd>Enter</Kbd> to go on, or follow <a href="#text">a link in running text</a>.
        </p>
        <p className="sans">Alegreya Sans for tables, forms and navigation: 1,234,567,890.</p>
        <CodeBlock label="settings.properties" code={'server.name=Wynhold\nserver.token=secret'} />
        <CopyButton text="https://example.org/hiscores" label="Copy link" tone="secondary" />
      </Panel>
      <Panel heading="Colours" headingLevel={3}>
        <ul className={styles.grid}>
          {each(colours, (name) => (
            <li>
              <span className={styles.swatch} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
      <Parchment as="article" pad="lg">
        <div className="prose prose-dropcap">
          <p>Wynhold is ready for its first adventurers. The bridge is mended at last.</p>
          <h2>What Waits Behind the Gates</h2>
          <p>
            Thirty-five quests, <strong>four ferocious bosses</strong> and a market that opens with{' '}
            <a href="#text">skilling contracts</a>. <em>Bring food.</em>
          </p>
          <ul>
            <li>Bosses remember who fought them.</li>
          </ul>
          <blockquote>
            <p>We built the road first, because that is what we remembered best.</p>
          </blockquote>
          <h3>For the Curious</h3>
          <p>
            Type <code>::stuck</code> when a wall holds you.
          </p>
          <hr />
        </div>
      </Parchment>
    </Columns>
  );
}
