import { testBuiltBackup, testStoppedBackup } from './testing/built-backups.ts';

testBuiltBackup();
testStoppedBackup();
