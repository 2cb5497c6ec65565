import type { Feature } from '#server/feature.ts';

export const backups: Feature = { name: 'backups' };
