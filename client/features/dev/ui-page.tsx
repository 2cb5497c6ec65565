// Shows every UI component in every state, for developers and for the browser tests.
import { type ReactNode, useState } from 'react';

import emblemUrl from '#client/art/emblem.svg';
import heroUrl from '#client/art/hero/wide-1440.avif';
import { BackLink, Breadcrumb } from '#client/ui/breadcrumb.tsx';
import { Button, ButtonLink, IconButton } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { Checkbox, RadioCards } from '#client/ui/choice.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Crown } from '#client/ui/crown.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Divider } from '#client/ui/divider.tsx';
import { EmptyState, type Scene } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { FormErrors } from '#client/ui/form-errors.tsx';
import { iconNames } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Kbd } from '#client/ui/kbd.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Medal } from '#client/ui/medal.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Parchment, parchmentCover } from '#client/ui/parchment.tsx';
import { PlayerName } from '#client/ui/player-name.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Skeleton, SkeletonText } from '#client/ui/skeleton.tsx';
import { SkillIcon } from '#client/ui/skill-icon.tsx';
import { Stat } from '#client/ui/stat.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { EmailField, NumberField, PasswordField, TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { InfoTip, Tooltip } from '#client/ui/tooltip.tsx';
import { skills } from '#shared/skills.ts';

import styles from './ui-page.module.css';

const sections: readonly { id: string; title: string; body: () => ReactNode }[] = [
  { id: 'type', title: 'Type and colour', body: TypeSection },
  { id: 'buttons', title: 'Buttons', body: ButtonSection },
  { id: 'icons', title: 'Icons', body: IconSection },
  { id: 'surfaces', title: 'Surfaces', body: SurfaceSection },
  { id: 'fields', title: 'Forms', body: FormSection },
  { id: 'dialogs', title: 'Dialogs, menus and toasts', body: OverlaySection },
  { id: 'navigation', title: 'Navigation', body: NavigationSection },
  { id: 'tables', title: 'Tables', body: TableSection },
  { id: 'signals', title: 'Chips, callouts and numbers', body: SignalSection },
  { id: 'states', title: 'Waiting, empty, broken', body: StateSection },
  { id: 'text', title: 'Reading', body: ReadingSection },
];

export function UiPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading
        above={
          <Breadcrumb items={[{ label: 'Workshop', render: linkTo('#top') }, { label: 'Kit' }]} />
        }
        lead="Every part of the site, in every state it can take. Stone for controls, parchment for reading, gold for the main action."
        actions={<ButtonLink href="#buttons">Start looking</ButtonLink>}
      >
        The Mason’s Yard
      </PageHeading>
      <nav aria-label="Sections" className={styles.contents}>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(({ id, title, body: Body }) => (
        <section key={id} aria-labelledby={id}>
          <SectionHeading id={id}>{title}</SectionHeading>
          <Body />
        </section>
      ))}
    </div>
  );
}

function TypeSection() {
  const swatches = ['night', 'bone', 'gold', 'ember', 'moss', 'sky', 'blood', 'parchment'] as const;
  return (
    <div className={styles.two}>
      <Panel>
        <p className={styles.display}>The Gates Open</p>
        <p className={styles.heading}>Winter Harvest Weekend</p>
        <p>
          The old world as you remember it: long roads, hard bosses and friends by the fire. Press{' '}
          <Kbd>Enter</Kbd> to go on, or follow <a href="#type">a link in running text</a>.
        </p>
        <p className="sans">Alegreya Sans for tables, forms and navigation: 1,234,567,890.</p>
        <p className={styles.muted}>Muted text for less important details.</p>
      </Panel>
      <Panel heading="Colours" headingLevel={3}>
        <ul className={styles.swatches}>
          {swatches.map((name) => (
            <li key={name}>
              <span className={styles[name]} />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function ButtonSection() {
  const [pending, setPending] = useState(false);
  return (
    <Panel>
      <div className={styles.stack}>
        <Row label="Tones">
          <Button tone="primary">Play Now</Button>
          <Button>Compare</Button>
          <Button tone="danger" icon="trash">
            Delete poll
          </Button>
          <Button tone="quiet">Cancel</Button>
        </Row>
        <Row label="Sizes">
          <Button tone="primary" size="lg" iconEnd="arrow-right">
            Begin the journey
          </Button>
          <Button tone="primary">Medium</Button>
          <Button tone="primary" size="sm">
            Small
          </Button>
          <Button size="sm" icon="plus">
            New item
          </Button>
          <Button size="sm" tone="danger">
            End now
          </Button>
        </Row>
        <Row label="Pending">
          <Button tone="primary" pending>
            Save changes
          </Button>
          <Button pending>Searching</Button>
          <Button
            tone="primary"
            pending={pending}
            onClick={() => {
              setPending(true);
              setTimeout(() => setPending(false), 1500);
            }}
          >
            Try it
          </Button>
        </Row>
        <Row label="Disabled">
          <Button tone="primary" disabled>
            Buy
          </Button>
          <Button disabled>Previous</Button>
          <Button tone="danger" disabled>
            Ban
          </Button>
          <Button tone="quiet" disabled>
            Skip
          </Button>
        </Row>
        <Row label="Links and icons">
          <ButtonLink href="#buttons" tone="primary" icon="download">
            Download
          </ButtonLink>
          <ButtonLink href="#buttons" iconEnd="external">
            Community
          </ButtonLink>
          <IconButton icon="pencil" label="Edit" />
          <IconButton icon="trash" label="Delete" tone="danger" />
          <IconButton icon="refresh" label="Reload" tone="secondary" />
          <IconButton icon="close" label="Remove" size="sm" />
        </Row>
      </div>
    </Panel>
  );
}

function IconSection() {
  const glyphs = iconNames.slice(skills.length);
  return (
    <div className={styles.two}>
      <Panel heading="Skills" headingLevel={3}>
        <ul className={styles.icons}>
          {skills.map((skill, at) => (
            <li key={skill} className={at === 1 ? styles.chosen : undefined}>
              <SkillIcon skill={skill} size="md" />
              {skill}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel heading="Glyphs" headingLevel={3}>
        <ul className={styles.glyphs}>
          {glyphs.map((name) => (
            <li key={name}>
              <Tooltip text={name}>
                {(trigger) => <IconButton {...trigger} icon={name} label={name} />}
              </Tooltip>
            </li>
          ))}
        </ul>
        <Row label="Sizes">
          <Icon name="boss" size="xs" />
          <Icon name="boss" size="sm" />
          <Icon name="boss" size="md" />
          <Icon name="boss" size="lg" />
          <Icon name="boss" size="xl" />
          <img src={emblemUrl} alt="Wynhold" width={46} height={46} />
        </Row>
      </Panel>
    </div>
  );
}

function SurfaceSection() {
  return (
    <div className={styles.three}>
      <Panel heading="Stone" headingLevel={3} icon="quest">
        <p>
          Controls, tables and forms. A thin gold inlay, light on the top edge, a deep soft shadow.
        </p>
      </Panel>
      <Panel
        heading="Plain stone"
        headingLevel={3}
        variant="plain"
        actions={<IconButton icon="pencil" label="Edit panel" size="sm" />}
      >
        <p>Behind data in the admin area: no texture, less light.</p>
      </Panel>
      <Panel heading="Edge to edge" headingLevel={3} pad="none">
        <p className={styles.padded}>No padding of its own, for tables and lists.</p>
      </Panel>
      <Panel heading="Ornate stone" headingLevel={3} variant="ornate">
        <p>One per view at most: the gate, the oath, the shop counter.</p>
      </Panel>
      <Parchment
        as="article"
        lifts
        media={<img className={styles.media} src={heroUrl} alt="" width={320} height={172} />}
      >
        <p className={styles.meta}>
          <span>11 November 2026</span>
          <span>Game Updates</span>
        </p>
        <h3 className={styles.cardTitle}>The Gates Open</h3>
        <p>Wynhold is ready for its first adventurers. Here is what waits behind…</p>
        <p className={styles.more}>
          <a className={parchmentCover} href="#surfaces">
            Read more
          </a>
        </p>
      </Parchment>
      <Parchment>
        <h3 className={styles.cardTitle}>Parchment</h3>
        <p>Only for reading. Colours inside turn to ink by themselves, also for</p>
        <p>
          <a href="#surfaces">links</a> and <Chip tone="moss">chips</Chip>.
        </p>
        <SkeletonText lines={3} onParchment />
      </Parchment>
    </div>
  );
}

function FormSection() {
  const [sent, setSent] = useState(false);
  const [path, setPath] = useState('gather');
  return (
    <div className={styles.two}>
      <Panel heading="Fields" headingLevel={3}>
        <div className={styles.form}>
          <TextField
            label="Display name"
            name="name"
            required
            hint="Between 1 and 12 letters, numbers and spaces."
            placeholder="Oak Warden"
          />
          <EmailField label="Email" name="email" defaultValue="oak@example.org" />
          <PasswordField label="Password" name="password" defaultValue="mellon-1954" />
          <TextField
            label="Search by name"
            hideLabel
            type="search"
            icon="search"
            placeholder="Enter player name"
          />
          <div className={styles.pair}>
            <NumberField label="Amount" name="amount" min={1} defaultValue={250} />
            <SelectField label="Skill" name="skill" options={skills} placeholder="Any skill" />
          </div>
          <DateTimeField label="Starts" name="starts" defaultValue="2026-11-28T19:30" />
          <TextareaField
            label="Description"
            name="description"
            maxLength={120}
            defaultValue="Bring food and friends. We meet at the north bridge, under the lanterns, an hour before dusk."
          />
        </div>
      </Panel>
      <div className={styles.stack}>
        <Panel heading="Choices" headingLevel={3}>
          <div className={styles.form}>
            <RadioCards
              legend="Contract type"
              name="type"
              value={path}
              onChange={setPath}
              options={[
                {
                  value: 'gather',
                  label: 'Gather',
                  description: 'Bring raw goods to a trader.',
                  icon: 'mining',
                },
                {
                  value: 'deliver',
                  label: 'Delivery',
                  description: 'Carry a crate across the realm.',
                  icon: 'contract',
                },
                {
                  value: 'slay',
                  label: 'Slay',
                  description: 'Not offered this week.',
                  icon: 'slayer',
                  disabled: true,
                },
              ]}
            />
            <Checkbox label="Remember me" name="remember" defaultChecked />
            <Checkbox label="Send me news by email" name="news" hint="At most once a month." />
            <Checkbox
              label="I accept the terms"
              name="terms"
              error="Please accept the terms first."
            />
            <Checkbox label="Not available" name="off" disabled />
          </div>
        </Panel>
        <Panel heading="When something is wrong" headingLevel={3}>
          <form
            noValidate
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              setSent(true);
            }}
          >
            <FormErrors
              heading={sent ? 'Please correct two fields' : undefined}
              problems={
                sent
                  ? [
                      { message: 'Enter a title.', fieldId: 'demo-title' },
                      { message: 'Choose a category.', fieldId: 'demo-category' },
                    ]
                  : []
              }
            />
            <TextField
              id="demo-title"
              label="Title"
              required
              hint="Shown in the list of news."
              error={sent ? 'Enter a title.' : null}
            />
            <SelectField
              id="demo-category"
              label="Category"
              placeholder="Choose one"
              options={['Community', 'Events']}
              error={sent ? 'Choose a category.' : null}
            />
            <TextField label="Locked" defaultValue="Set by the game server" disabled />
            <Row>
              <Button type="submit">Publish</Button>
              <Button tone="quiet" onClick={() => setSent(false)}>
                Reset
              </Button>
            </Row>
          </form>
        </Panel>
      </div>
    </div>
  );
}

function OverlaySection() {
  const [answer, setAnswer] = useState('No answer yet.');
  const [open, setOpen] = useState<'md' | 'lg' | null>(null);
  async function ask(tone: 'primary' | 'danger') {
    const confirmed = await askConfirm('Buy Lantern of Dusk for 250 coins?', {
      confirmLabel: tone === 'danger' ? 'Delete' : 'Buy',
      tone,
    });
    setAnswer(confirmed ? 'Answered yes.' : 'Answered no.');
  }
  async function askTwice() {
    await Promise.all([showAlert('First message.'), showAlert('Second message.')]);
    setAnswer('Both were closed.');
  }
  return (
    <Panel>
      <div className={styles.stack}>
        <Row label="Alert and confirm">
          <Button
            onClick={() =>
              void showAlert('Your vote has been counted.\nThank you for taking part!')
            }
          >
            Show alert
          </Button>
          <Button onClick={() => void ask('primary')}>Ask to confirm</Button>
          <Button tone="danger" onClick={() => void ask('danger')}>
            Confirm a deletion
          </Button>
          <Button onClick={() => void askTwice()}>Two in a row</Button>
          <output className={styles.muted}>{answer}</output>
        </Row>
        <Row label="Dialog">
          <Button onClick={() => setOpen('md')}>Open dialog</Button>
          <Button onClick={() => setOpen('lg')}>Open large dialog</Button>
        </Row>
        <Row label="Menu">
          <Menu
            label="Actions"
            items={[
              { label: 'Edit', icon: 'pencil', onSelect: () => showToast('Edit chosen.') },
              { label: 'Duplicate', icon: 'copy', onSelect: () => showToast('Duplicate chosen.') },
              {
                label: 'Delete',
                icon: 'trash',
                danger: true,
                separated: true,
                onSelect: () => showToast('Delete chosen.'),
              },
            ]}
          />
          <Menu
            label="Community"
            purpose="navigation"
            tone="quiet"
            items={[
              { label: 'News', icon: 'news', render: linkTo('#news') },
              { label: 'Events', icon: 'calendar', render: linkTo('#events') },
              { label: 'Polls', icon: 'poll', render: linkTo('#polls') },
            ]}
          />
          <Menu
            label="More"
            icon="settings"
            align="end"
            items={[
              { label: 'Log out', icon: 'logout', onSelect: () => showToast('Log out chosen.') },
            ]}
          />
        </Row>
        <Row label="Toast">
          <Button onClick={() => showToast('The event begins in ten minutes.')}>Info</Button>
          <Button onClick={() => showToast('Changes saved.', { tone: 'success' })}>Success</Button>
          <Button
            onClick={() => showToast('The game server responds slowly.', { tone: 'warning' })}
          >
            Warning
          </Button>
          <Button onClick={() => showToast('The delivery failed.', { tone: 'danger' })}>
            Danger
          </Button>
        </Row>
        <Row label="Tooltip">
          <Tooltip text="Experience is kept in tenths and shown without them.">
            {(trigger) => <Button {...trigger}>Hover or focus me</Button>}
          </Tooltip>
          <InfoTip text="In a tie, the player who reached the score first ranks higher." />
        </Row>
      </div>
      {open && (
        <Dialog
          size={open}
          title="Host an event"
          onClose={() => setOpen(null)}
          footer={
            <>
              <Button tone="quiet" onClick={() => setOpen(null)}>
                Cancel
              </Button>
              <Button tone="primary" onClick={() => setOpen(null)}>
                Create event
              </Button>
            </>
          }
        >
          <div className={styles.form}>
            <TextField label="Event name" required />
            <DateTimeField label="Date and time" />
            <TextareaField label="What happens" maxLength={500} />
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

function NavigationSection() {
  const [tab, setTab] = useState('Upcoming');
  const [page, setPage] = useState(1);
  return (
    <Panel>
      <BackLink label="Back to news" render={linkTo('#navigation')} />
      <Tabs
        label="Events"
        tabs={['Upcoming', 'Past', 'Hosted by you'].map((label) => ({
          label,
          active: label === tab,
          render: (props) => (
            <a
              href="#navigation"
              {...props}
              onClick={(event) => {
                event.preventDefault();
                setTab(label);
              }}
            >
              {props.children}
            </a>
          ),
        }))}
      />
      <Pager label="Pages" labels={['Previous', 'Next']} page={page} pages={3} onPage={setPage} />
    </Panel>
  );
}

type DemoPlayer = {
  rank: number;
  name: string;
  rights: number;
  level: number;
  experience: number;
  seen: string;
};

const players: readonly DemoPlayer[] = [
  { rank: 1, name: 'Oak Warden', rights: 0, level: 99, experience: 24_031_442, seen: 'Today' },
  { rank: 2, name: 'Marrow', rights: 1, level: 98, experience: 21_891_111, seen: 'Today' },
  { rank: 3, name: 'Tilly Thorn', rights: 0, level: 97, experience: 19_750_780, seen: 'Yesterday' },
  { rank: 4, name: 'Grimbeard', rights: 0, level: 95, experience: 17_610_449, seen: 'Monday' },
  { rank: 5, name: 'Lady Ash', rights: 3, level: 94, experience: 15_470_118, seen: 'Today' },
];

const columns: readonly Column<DemoPlayer>[] = [
  { key: 'rank', label: 'Rank', cell: ({ rank }) => <Medal rank={rank} />, narrow: true },
  {
    key: 'player',
    label: 'Player',
    rowHeader: true,
    cell: ({ name, rights }) => (
      <PlayerName name={name} rights={rights} render={linkTo('#tables')} />
    ),
  },
  { key: 'level', label: 'Level', numeric: true, priority: 2, cell: ({ level }) => level },
  { key: 'seen', label: 'Last seen', priority: 3, cell: ({ seen }) => seen },
  {
    key: 'experience',
    label: 'Experience',
    numeric: true,
    sorted: 'descending',
    cell: ({ experience }) => experience.toLocaleString('en'),
  },
];

function TableSection() {
  return (
    <div className={styles.stack}>
      <Panel pad="none">
        <DataTable
          caption="Attack hiscores"
          columns={columns}
          rows={players}
          rowKey={({ rank }) => rank}
          isHighlighted={({ name }) => name === 'Grimbeard'}
          animate
        />
      </Panel>
      <Panel pad="none" variant="plain" heading="Dense, sticky, cards on a phone" headingLevel={3}>
        <DataTable
          caption="Players"
          columns={columns}
          rows={players}
          rowKey={({ rank }) => rank}
          phone="cards"
          dense
          stickyHeader
        />
      </Panel>
    </div>
  );
}

function SignalSection() {
  const [online, setOnline] = useState(128);
  return (
    <div className={styles.stack}>
      <Panel>
        <div className={styles.stack}>
          <Row label="Chips">
            <Chip>Dev Blogs</Chip>
            <Chip tone="gold" icon="coins">
              250 coins
            </Chip>
            <Chip tone="moss" dot>
              128 online
            </Chip>
            <Chip tone="ember" icon="clock">
              Ends in 2 hours
            </Chip>
            <Chip tone="blood" icon="lock">
              Banned
            </Chip>
            <Chip tone="sky" icon="calendar">
              Official Community Event
            </Chip>
          </Row>
          <Row label="Players">
            <PlayerName name="Pip" />
            <PlayerName name="Marrow" rights={1} />
            <PlayerName name="Lady Ash" rights={3} />
            <Crown rights={2} />
            <Medal rank={1} />
            <Medal rank={2} />
            <Medal rank={3} />
            <Medal rank={4} />
          </Row>
        </div>
      </Panel>
      <Panel>
        <dl className={styles.stats}>
          <Stat label="Adventurers online" value={online} icon="users" note="Highest today: 211" />
          <Stat label="Experience earned" value={24_031_442} icon="overall" />
          <Stat label="Longest siege" value="3 h 12 min" icon="boss" />
        </dl>
        <Divider />
        <div className={styles.form}>
          <Progress label="Level 98 to 99" value={0.62} valueText="62%" />
          <Progress
            label="Bring back the old harbour"
            value={0.87}
            valueText="87% (412 votes)"
            tone="moss"
          />
          <Progress label="Stock left" value={0.06} valueText="3 of 50" tone="ember" />
          <Row>
            <Button size="sm" onClick={() => setOnline(online + 17)}>
              Add players
            </Button>
          </Row>
        </div>
      </Panel>
      <div className={styles.two}>
        <Callout heading="Maintenance tonight">The gates close at 22:00 for about an hour.</Callout>
        <Callout tone="success">Your email address has been confirmed.</Callout>
        <Callout
          tone="warning"
          heading="The game server has not reported for 4 minutes"
          action={<Button size="sm">Look</Button>}
        >
          Deliveries wait until it is back.
        </Callout>
        <Callout tone="danger" heading="This account is banned">
          The ban ends on 2 December 2026.
        </Callout>
      </div>
    </div>
  );
}

function StateSection() {
  const scenes: readonly { scene: Scene; text: string }[] = [
    { scene: 'campfire', text: 'There are no upcoming events.' },
    { scene: 'chest', text: 'You have not bought anything yet.' },
    { scene: 'scroll', text: 'No polls are open.' },
    { scene: 'signpost', text: 'No player by that name.' },
  ];
  return (
    <div className={styles.stack}>
      <div className={styles.two}>
        <Panel>
          <Loading text="Loading hiscores...">
            {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
              <div key={row} className={styles.skeletonRow}>
                <Skeleton shape="circle" />
                <Skeleton width="44%" />
                <Skeleton width="20%" />
              </div>
            ))}
          </Loading>
        </Panel>
        <Panel>
          <Loading text="Loading..." />
        </Panel>
      </div>
      <div className={styles.two}>
        {scenes.map(({ scene, text }) => (
          <Panel key={scene}>
            <EmptyState scene={scene} text={text} action={<Button>Next step</Button>} />
          </Panel>
        ))}
      </div>
      <Panel>
        <ErrorState
          heading="The ravens did not come back"
          text="The server could not be reached. Wait a moment and try again."
          requestId="req-7f3a91"
          onRetry={() => showToast('Trying again.')}
        />
      </Panel>
    </div>
  );
}

function ReadingSection() {
  return (
    <div className={styles.stack}>
      <Parchment as="article" pad="lg">
        <div className="prose prose-dropcap">
          <p>
            Wynhold is ready for its first adventurers. The bridge is mended, the bakers are up
            before dawn, and somebody has finally taught the castle cat not to sleep on the
            drawbridge.
          </p>
          <h2>What waits behind the gates</h2>
          <p>
            Thirty-five quests, <strong>four ferocious bosses</strong> and a market that opens with{' '}
            <a href="#text">skilling contracts</a> from the first day. <em>Bring food.</em>
          </p>
          <ul>
            <li>Every contract pays in coins and experience.</li>
            <li>Bosses remember who fought them.</li>
          </ul>
          <blockquote>
            <p>We built the road first, because that is what we remembered best.</p>
          </blockquote>
          <h3>For the curious</h3>
          <p>
            Type <code>::stuck</code> when a wall holds you.
          </p>
          <hr />
          <p>See you by the fire.</p>
        </div>
      </Parchment>
      <CodeBlock
        label="settings.properties"
        code={'server.name=Wynhold\nserver.token=paste-the-token-here\n# Never share the token.'}
      />
      <Row>
        <CopyButton text="https://example.org/hiscores" label="Copy link" tone="secondary" />
      </Row>
    </div>
  );
}

function Row({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div>
      {label && <h3 className={styles.rowLabel}>{label}</h3>}
      <div className={styles.row}>{children}</div>
    </div>
  );
}

function linkTo(href: string) {
  return function DemoLink({
    children,
    ...props
  }: {
    children: ReactNode;
    className: string | undefined;
  }) {
    return (
      <a href={href} {...props}>
        {children}
      </a>
    );
  };
}
