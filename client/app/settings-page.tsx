import { ProfileSettings } from '#client/features/accounts/profile-settings.tsx';
import { GamePasswordPanel } from '#client/features/bridge/game-password-panel.tsx';
import { DiscordPanel } from '#client/features/discord/discord-panel.tsx';
import { ReminderSetting } from '#client/features/events/reminder-setting.tsx';
import { VisibilitySetting } from '#client/features/game-servers/visibility-setting.tsx';
import { useBrand, useIsOn } from '#client/lib/site.ts';

/** Combines the settings of several features, which may not import each other. */
export function SettingsPage() {
  const isOn = useIsOn();
  return (
    <ProfileSettings beside={<GamePasswordPanel />}>
      {isOn('events') && <ReminderSetting />}
      {isOn('discord') && <DiscordPanel />}
      {useBrand().livingCastle && <VisibilitySetting />}
    </ProfileSettings>
  );
}
