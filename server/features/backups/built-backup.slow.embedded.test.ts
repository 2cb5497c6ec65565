import { testBuiltBackup, testStoppedBackup } from './testing/built-backups.ts';

// On the embedded engine, where the thread reads a copy of the database.
testBuiltBackup();
testStoppedBackup();
