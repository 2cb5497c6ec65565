import { Link, useSearch } from '@tanstack/react-router';

import { PageHeading } from '#client/ui/page-heading.tsx';
import { Tabs } from '#client/ui/tabs.tsx';

import { CommandLog } from './server/command-log.tsx';
import { GamePanel } from './server/game-panel.tsx';
import { LauncherPanel } from './server/launcher-panel.tsx';
import { readServerSearch, serverViews } from './server/server-search.ts';
import type { ServerView } from './server/server-search.ts';
import { SettingsPanel } from './server/settings-panel.tsx';

import styles from './admin-server-page.module.css';

const views: Record<ServerView, () => React.ReactNode> = {
  game: GamePanel,
  commands: CommandLog,
  launcher: LauncherPanel,
  site: SettingsPanel,
};

export function AdminServerPage() {
  const { view } = useSearch({ strict: false, select: readServerSearch });
  const View = views[view];
  return (
    <>
      <PageHeading lead="The game servers, the launcher and site-wide settings.">
        Server
      </PageHeading>
      <Tabs
        label="Server"
        className={styles.tabs}
        tabs={serverViews.map(({ name, label, icon }) => ({
          label,
          icon,
          active: name === view,
          render: (props) => (
            <Link
              to="/admin/server"
              search={name === 'game' ? {} : { view: name }}
              resetScroll={false}
              {...props}
            />
          ),
        }))}
      />
      <View />
    </>
  );
}
