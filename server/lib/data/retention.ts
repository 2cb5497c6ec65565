/**
 * After how many days data is deleted that has served its purpose. `docs/operations.md` lists all rules,
 * and the privacy policy repeats those about people: retention.both.test.ts compares the numbers.
 */
export const retentionDays = {
  sentMail: 3,
  failedMail: 14,
  /** Emails written to DATA_DIR/outbox, because there is no mail server. */
  outbox: 14,
  /** IP addresses in the audit log. The database refuses to remove them earlier. */
  auditAddress: 90,
  revokedGameToken: 90,
  /** Networks from which an account signed in, after the last time. */
  knownNetwork: 90,
  /** Lines in the log of vote callbacks, which have the sender's address. */
  voteCallback: 30,
  /** Messages to Discord, after they were sent or failed. Longer than the day that a look goes back. */
  discordMessage: 30,
  /** Unless BACKUP_KEEP_DAYS says otherwise. */
  backup: 14,
} as const;
