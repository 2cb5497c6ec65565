export const loadPageModules = () => import('./page-modules.ts');
