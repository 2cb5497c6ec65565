import { Link, useSearch } from '@tanstack/react-router';

import type { IconName } from '#client/ui/icon-names.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Tabs } from '#client/ui/tabs.tsx';

import type { ServerView } from './server-search.ts';
import { CommandLog } from './server/command-log.tsx';
import { GamePanel } from './server/game-panel.tsx';
import { LauncherPanel } from './server/launcher-panel.tsx';
import { SettingsPanel } from './server/settings-panel.tsx';

import styles from './admin-server-page.module.css';

type View = { label: string; icon: IconName; Panel: () => React.ReactNode };

const views: Record<ServerView, View> = {
  game: { label: 'Game', icon: 'server', Panel: GamePanel },
  commands: { label: 'Commands', icon: 'scroll', Panel: CommandLog },
  launcher: { label: 'Launcher', icon: 'download', Panel: LauncherPanel },
  site: { label: 'Site', icon: 'settings', Panel: SettingsPanel },
};
const names = Object.keys(views) as ServerView[];

export function AdminServerPage() {
  const { view } = useSearch({ from: '/admin/server' });
  const { Panel } = views[view];
  return (
    <>
      <PageHeading lead="The game servers, the launcher and site-wide settings.">
        Server
      </PageHeading>
      <Tabs
        label="Server"
        className={styles.tabs}
        tabs={names.map((name) => ({
          label: views[name].label,
          icon: views[name].icon,
          active: name === view,
          render: (props) => (
            <Link to="/admin/server" search={{ view: name }} resetScroll={false} {...props} />
          ),
        }))}
      />
      <Panel />
    </>
  );
}
