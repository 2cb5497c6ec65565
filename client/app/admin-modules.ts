import type { RouteComponent } from '@tanstack/react-router';

export const adminModules = import.meta.glob<Record<string, RouteComponent>>(
  './**/admin-{*-page,layout}.tsx',
  { base: '../' },
);
