/** The form in which two addresses count as the same. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
