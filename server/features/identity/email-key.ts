/** Two email addresses with the same key are the same address. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
