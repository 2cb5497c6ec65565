import { useQuery } from '@tanstack/react-query';

import emblemUrl from '#client/art/emblem.svg';
import { PictureDrop, usePictureField } from '#client/ui/form/picture-field.tsx';
import { RangeField } from '#client/ui/form/range-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Hint, Legend, Text } from '#client/ui/text/text.tsx';
import type { Crop } from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { logoQuery, rangeOf } from './draw-logo.ts';
import type { PartProps } from './editing.ts';
import { ShareSlider } from './share-slider.tsx';

import styles from './logo-field.module.css';

const whole: Crop = { x: 0.5, y: 0.5, size: 1 };

export function LogoField({ editing }: PartProps) {
  const { draft, set, findPicture, keepPicture } = editing;
  const { logo } = draft;
  const { start, controls } = usePictureField({
    label: 'Logo file',
    hasImage: logo !== null,
    onPicture: (picture) => {
      keepPicture(picture);
      set({ logo: { picture: picture.url, crop: whole } });
    },
    onRemove: () => set({ logo: null }),
  });
  const picture = logo ? findPicture(logo.picture) : undefined;
  const drawn = useQuery(logoQuery(picture, logo?.crop)).data;
  const shownUrl = logo ? drawn : emblemUrl;
  return (
    <fieldset className={styles.logo}>
      <Legend>Logo</Legend>
      <PictureDrop className={styles.drop} onFile={start}>
        {shownUrl && <img src={shownUrl} alt="The logo" width="160" height="160" />}
      </PictureDrop>
      <Stack gap={3}>
        <Hint>
          Drop an image here or choose one, at least 512 pixels wide. We cut a square out of it and
          make every icon: header, browser tab, home screens and mails.
        </Hint>
        {controls}
      </Stack>
      {logo && picture && (
        <CropSliders
          picture={picture}
          crop={logo.crop}
          onChange={(crop) => set({ logo: { ...logo, crop } })}
        />
      )}
      {shownUrl && <Sizes url={shownUrl} />}
    </fieldset>
  );
}

type SlidersProps = { picture: Picture; crop: Crop; onChange: (crop: Crop) => void };

function CropSliders({ picture, crop, onChange }: SlidersProps) {
  return (
    <div className={styles.sliders}>
      <RangeField
        label="Zoom"
        min={1}
        max={10}
        step={0.1}
        value={1 / crop.size}
        valueText={`${(1 / crop.size).toFixed(1)} ×`}
        onChange={(zoom) => onChange({ ...crop, size: 1 / zoom })}
      />
      <PlaceSlider label="Left to right" side="x" {...{ picture, crop, onChange }} />
      <PlaceSlider label="Top to bottom" side="y" {...{ picture, crop, onChange }} />
    </div>
  );
}

type PlaceProps = SlidersProps & { label: string; side: 'x' | 'y' };

/** From one end of the picture to the other, whatever the zoom. */
function PlaceSlider({ label, side, picture, crop, onChange }: PlaceProps) {
  const { least, most } = rangeOf(picture, crop.size, side);
  const room = most - least;
  const share = room > 0 ? Math.min(Math.max((crop[side] - least) / room, 0), 1) : 0.5;
  return (
    <ShareSlider
      label={label}
      share={share}
      disabled={room < 0.001}
      onChange={(next) => onChange({ ...crop, [side]: least + room * next })}
    />
  );
}

function Sizes({ url }: { url: string }) {
  return (
    <Text as="ul" size="sm" tone="muted" className={styles.sizes} aria-label="Sizes">
      <li>
        <img src={url} alt="" width="34" height="34" />
        Header
      </li>
      <li>
        <img src={url} alt="" width="96" height="96" />
        Large
      </li>
      <li>
        <span className={styles.maskable}>
          <img src={url} alt="" width="70" height="70" />
        </span>
        Phone
      </li>
    </Text>
  );
}
