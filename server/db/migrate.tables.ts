export type MigrationTables = {
  kysely_migration_checksums: MigrationChecksumsTable;
};

type MigrationChecksumsTable = {
  name: string;
  checksum: string;
};
