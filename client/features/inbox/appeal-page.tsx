export function AppealPage() {
  return null;
}
