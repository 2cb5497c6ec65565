import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { siteTextPlaces, siteTexts } from '#shared/rules/site-texts.ts';

export function TextsPreview() {
  return siteTextPlaces.map(({ place, keys }) => (
    <section key={place}>
      <SectionHeading>{place}</SectionHeading>
      <Panel>
        <Stack gap={3}>
          {keys.map((key) => {
            const { original, max } = siteTexts[key];
            const Line = max > 60 ? 'p' : 'h3';
            return (
              <Line key={key}>
                <SiteText name={key} original={original} player="Traveller" />
              </Line>
            );
          })}
        </Stack>
      </Panel>
    </section>
  ));
}
