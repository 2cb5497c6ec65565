import { testBuiltBackups } from './testing/built-backups.ts';

testBuiltBackups();
