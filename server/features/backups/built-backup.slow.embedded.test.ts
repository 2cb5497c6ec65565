import { testStoppedBackup } from './testing/built-backups.ts';

testStoppedBackup();
