/**
 * PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction failed
 * and the caller swallowed that: nothing was kept, yet everybody would believe it was.
 */
export function assertCommitted(statement: string, answer: string | undefined): void {
  if (statement === 'commit' && answer === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: one of its statements had failed.');
  }
}
