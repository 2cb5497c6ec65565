import heroUrl from '#client/art/hero/wide-1560.avif';
import { SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { IconButton } from '#client/ui/form/button.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Parchment, parchmentCover } from '#client/ui/layout/parchment.tsx';
import { Chip } from '#client/ui/text/chip.tsx';

const panels = [
  { variant: 'stone', icon: 'quest', text: 'Controls, tables and forms.' },
  { variant: 'plain', text: 'Behind data in the admin area: no texture, less light.' },
  { variant: 'ornate', text: 'One per view at most: the gate, the oath, the shop counter.' },
  { variant: 'stone', pad: 'none', text: 'No padding of its own, for tables and lists.' },
] as const;

export function Surfaces() {
  return (
    <Columns>
      {panels.map(({ text, ...panel }) => (
        <Panel
          key={text}
          {...panel}
          heading={panel.variant}
          headingLevel={3}
          actions={<IconButton icon="pencil" label="Edit" size="sm" />}
        >
          <p>{text}</p>
        </Panel>
      ))}
      <Parchment as="article" lifts media={<img src={heroUrl} alt="" width={320} height={172} />}>
        <h3>The Gates Open</h3>
        <a className={parchmentCover} href="#surfaces">
          Read more
        </a>
      </Parchment>
      <Parchment>
        <h3>Parchment</h3>
        <p>
          Only for reading. Colours inside turn to ink by themselves, also for{' '}
          <a href="#surfaces">links</a> and <Chip tone="moss">chips</Chip>.
        </p>
        <SkeletonText lines={3} onParchment />
      </Parchment>
    </Columns>
  );
}
