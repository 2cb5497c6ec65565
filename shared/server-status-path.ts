// Apart from the contracts: every page asks for it, few need a schema.
export const serverStatusPath = '/api/server/status';
