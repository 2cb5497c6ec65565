export function AdminInboxSettingsPage() {
  return null;
}
