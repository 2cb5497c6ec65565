/** If the caller swallowed an error, PostgreSQL answers COMMIT with ROLLBACK, and the work would seem to be saved. */
export function assertCommitted(statement: string, answer: string | undefined): void {
  if (statement === 'commit' && answer === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: one of its statements had failed.');
  }
}
