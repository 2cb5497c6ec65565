import { ProfileSettingsPage } from '#client/features/accounts/profile-settings-page.tsx';
import { GamePasswordPanel } from '#client/features/bridge/game-password-panel.tsx';
import { ReminderSetting } from '#client/features/events/reminder-setting.tsx';

/** Combines the settings of several features, which may not import each other. */
export function SettingsPage() {
  return (
    <ProfileSettingsPage Beside={GamePasswordPanel}>
      <ReminderSetting />
    </ProfileSettingsPage>
  );
}
