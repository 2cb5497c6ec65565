// A file without schemas: every page needs this path, and few need the schema library.
export const serverStatusPath = '/api/server/status';
