import { ProfileSettingsPage } from '#client/features/accounts/profile-settings-page.tsx';
import { ReminderSetting } from '#client/features/events/reminder-setting.tsx';

/** Where the settings of several features meet. */
export function SettingsPage() {
  return (
    <ProfileSettingsPage>
      <ReminderSetting />
    </ProfileSettingsPage>
  );
}
