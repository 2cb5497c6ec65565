import { ownRows } from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

export const settingsPersonalData: PersonalData = {
  parts: [ownRows('Settings you changed last', 'settings.updated_by', 'key, updated_at')],
};
