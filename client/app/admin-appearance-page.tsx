import { AppearanceScreen } from '#client/features/appearance/appearance-screen.tsx';

import { HomePreview } from './home-preview.tsx';

/** Combines the form with the home page, which features may not import. */
export function AdminAppearancePage() {
  return (
    <AppearanceScreen
      renderPreview={(brand, width, part) => (
        <HomePreview brand={brand} width={width} hasTexts={part === 'words'} />
      )}
    />
  );
}
