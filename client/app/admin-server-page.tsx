import { linkOptions, useSearch } from '@tanstack/react-router';

import { BackupsPanel } from '#client/features/backups/backups-panel.tsx';
import { ActionsPanel } from '#client/features/game-commands/actions-panel.tsx';
import { CommandLog } from '#client/features/game-commands/command-log.tsx';
import { GamePanel } from '#client/features/game-servers/game-panel.tsx';
import { LauncherPanel } from '#client/features/launcher/launcher-panel.tsx';
import { TopUpPanel } from '#client/features/payments/top-up-panel.tsx';
import { SettingsPanel } from '#client/features/site/settings-panel.tsx';
import { useMay } from '#client/lib/use-may.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import type { ServerView } from './server-search.ts';

type View = {
  label: string;
  icon: IconName;
  panel: React.ReactNode;
  /** Also for staff with the permission `server`. */
  isForServerStaff?: true;
};

const views: Record<ServerView, View> = {
  game: {
    label: 'Game',
    icon: 'server',
    panel: <GamePanel renderActions={(servers) => <ActionsPanel servers={servers} />} />,
    isForServerStaff: true,
  },
  commands: { label: 'Commands', icon: 'scroll', panel: <CommandLog />, isForServerStaff: true },
  launcher: { label: 'Launcher', icon: 'download', panel: <LauncherPanel /> },
  site: { label: 'Site', icon: 'settings', panel: <SettingsPanel money={<TopUpPanel />} /> },
  backups: { label: 'Backups', icon: 'copy', panel: <BackupsPanel /> },
};
const names = Object.keys(views) as ServerView[];

/** Combines the panels of several features. */
export function AdminServerPage() {
  const search = useSearch({ from: '/admin/server' });
  const may = useMay();
  const shown = names.filter((name) => may() || views[name].isForServerStaff);
  const view = shown.includes(search.view) ? search.view : 'game';
  return (
    <>
      <PageHeading
        lead={
          may()
            ? 'The game servers, the launcher, site-wide settings and backups.'
            : 'The game servers and the commands sent to them.'
        }
      >
        Server
      </PageHeading>
      <Tabs
        label="Server"
        tabs={shown.map((name) => ({
          label: views[name].label,
          icon: views[name].icon,
          active: name === view,
          link: linkOptions({ to: '/admin/server', search: { view: name } }),
        }))}
      />
      {views[view].panel}
    </>
  );
}
