import { linkOptions, useSearch } from '@tanstack/react-router';

import { useMay } from '#client/lib/use-may.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import type { ServerView } from './server-search.ts';
import { BackupsPanel } from './server/backups-panel.tsx';
import { CommandLog } from './server/command-log.tsx';
import { GamePanel } from './server/game-panel.tsx';
import { LauncherPanel } from './server/launcher-panel.tsx';
import { SettingsPanel } from './server/settings-panel.tsx';

type View = {
  label: string;
  icon: IconName;
  Panel: () => React.ReactNode;
  /** Also for staff with the permission `server`. */
  isForServerStaff?: true;
};

const views: Record<ServerView, View> = {
  game: { label: 'Game', icon: 'server', Panel: GamePanel, isForServerStaff: true },
  commands: { label: 'Commands', icon: 'scroll', Panel: CommandLog, isForServerStaff: true },
  launcher: { label: 'Launcher', icon: 'download', Panel: LauncherPanel },
  site: { label: 'Site', icon: 'settings', Panel: SettingsPanel },
  backups: { label: 'Backups', icon: 'copy', Panel: BackupsPanel },
};
const names = Object.keys(views) as ServerView[];

export function AdminServerPage() {
  const search = useSearch({ from: '/admin/server' });
  const may = useMay();
  const shown = names.filter((name) => may() || views[name].isForServerStaff);
  const view = shown.includes(search.view) ? search.view : 'game';
  const { Panel } = views[view];
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
      <Panel />
    </>
  );
}
