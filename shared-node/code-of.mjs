/**
 * The code of an error of Node or PostgreSQL, such as ENOENT or 23505, or '' if it has none.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
