export type SetupTables = {
  setup_codes: {
    replica: string;
    code_hash: Buffer;
    expires_at: Date;
  };
};
