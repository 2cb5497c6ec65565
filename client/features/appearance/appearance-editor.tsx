import { linkOptions, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { preventSubmitOnEnter } from '#client/lib/form.ts';
import { NewerVersion } from '#client/ui/data/version-history.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import type { Brand, EditedAppearance } from '#shared/endpoints/appearance.ts';

import { ColoursPart } from './colours-part.tsx';
import type { Editing, PartProps } from './editing.ts';
import { FeaturesPart } from './features-part.tsx';
import { HeroPart } from './hero-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { LinksPart } from './links-part.tsx';
import { NamePart } from './name-part.tsx';
import { partLabels, partNames, readPart } from './parts.ts';
import type { PartName } from './parts.ts';
import { PicturesPart } from './pictures-part.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishBar } from './publish-bar.tsx';
import { useAppearance } from './use-appearance.ts';
import { usePreview } from './use-preview.ts';
import { WordsPart } from './words-part.tsx';

import styles from './appearance-editor.module.css';

type Props = {
  published: EditedAppearance;
  /** Shows the part of the site that the form changes, with a brand, on a screen of this width. */
  renderPreview: (brand: Brand, width: number, part: PartName) => ReactNode;
};

const formParts: Record<Exclude<PartName, 'history'>, (props: PartProps) => ReactNode> = {
  name: NamePart,
  colours: ColoursPart,
  hero: HeroPart,
  features: FeaturesPart,
  pictures: PicturesPart,
  links: LinksPart,
  words: WordsPart,
};

export function AppearanceEditor({ published, renderPreview }: Props) {
  const appearance = useAppearance(published);
  const { form, draft, change: set, revision } = appearance;
  const { brand, error, ...pictures } = usePreview(draft);
  const part = readPart(useLocation({ select: ({ hash }) => hash }));
  const editing: Editing = { draft, set, field: form.field, ...pictures };
  const Part = part === 'history' ? undefined : formParts[part];
  return (
    <>
      <PartTabs part={part} />
      <Split as="form" sticky {...form.props} onKeyDown={preventSubmitOnEnter}>
        <Stack gap={4}>
          <PublishBar appearance={appearance} />
          {appearance.isBehind && (
            <NewerVersion
              heading="Someone else has published another look"
              takeLabel="Take Theirs"
              onTake={appearance.discard}
              onKeep={appearance.keepMine}
            >
              Use theirs and lose your changes, or publish yours over theirs.
            </NewerVersion>
          )}
          <Panel
            variant="plain"
            heading={partLabels[part].label}
            icon={partLabels[part].icon}
            className={styles.part}
          >
            {Part ? (
              <Part key={revision} editing={editing} />
            ) : (
              <HistoryPart isDirty={appearance.isDirty} onRestored={appearance.load} />
            )}
          </Panel>
        </Stack>
        <PreviewPanel error={error}>{(width) => renderPreview(brand, width, part)}</PreviewPanel>
      </Split>
    </>
  );
}

function PartTabs({ part }: { part: PartName }) {
  return (
    <Tabs
      label="Parts of the appearance"
      tabs={partNames.map((name) => ({
        ...partLabels[name],
        active: name === part,
        link: linkOptions({ to: '/admin/appearance', hash: name, hashScrollIntoView: false }),
      }))}
    />
  );
}
