import { ProfileSettingsPage } from '#client/features/accounts/profile-settings-page.tsx';
import { GamePasswordPanel } from '#client/features/bridge/game-password-panel.tsx';
import { ReminderSetting } from '#client/features/events/reminder-setting.tsx';

/** Where the settings of several features meet. */
export function SettingsPage() {
  return (
    <ProfileSettingsPage Beside={GamePasswordPanel}>
      <ReminderSetting />
    </ProfileSettingsPage>
  );
}
