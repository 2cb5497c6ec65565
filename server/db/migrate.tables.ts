export type MigrationTables = {
  kysely_migration_checksums: {
    name: string;
    checksum: string;
  };
};
