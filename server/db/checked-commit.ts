/**
 * If a statement failed and the caller swallowed its error, PostgreSQL answers COMMIT with ROLLBACK
 * and reports no error. Without this check the caller would believe that the work was saved.
 */
export function assertCommitted(statement: string, answer: string | undefined): void {
  if (statement === 'commit' && answer === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: one of its statements had failed.');
  }
}
