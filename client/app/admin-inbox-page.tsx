export function AdminInboxPage() {
  return null;
}
