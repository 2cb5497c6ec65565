import type { PointerEvent } from 'react';

import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { Focus } from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { clamp } from '#shared/rules/colour.ts';

import { ShareSlider } from './share-slider.tsx';

import styles from './focus-field.module.css';

type Props = { picture: Picture; focus: Focus; onChange: (focus: Focus) => void };

/** Chooses the point of a picture that is always visible. The sliders do the same by keyboard. */
export function FocusField({ picture, focus, onChange }: Props) {
  function choose(event: PointerEvent<HTMLElement>) {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: toShare((event.clientX - box.left) / box.width),
      y: toShare((event.clientY - box.top) / box.height),
    });
  }

  return (
    <Stack gap={3}>
      <Hint>Screens cut the picture differently. Click on the point that must stay visible.</Hint>
      <div className={styles.stage} onPointerDown={choose} onPointerMove={choose}>
        <img
          src={picture.src}
          srcSet={picture.srcset}
          sizes="600px"
          width={picture.width}
          height={picture.height}
          alt="The uploaded hero"
          draggable={false}
        />
        <span
          className={styles.point}
          style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
        />
      </div>
      <Columns min="sm">
        <ShareSlider
          label="Focal point, left to right"
          share={focus.x}
          onChange={(x) => onChange({ ...focus, x })}
        />
        <ShareSlider
          label="Focal point, top to bottom"
          share={focus.y}
          onChange={(y) => onChange({ ...focus, y })}
        />
      </Columns>
    </Stack>
  );
}

/** In whole percent, as the style sheet of the site has it. */
function toShare(share: number): number {
  return Math.round(clamp(share, 0, 1) * 100) / 100;
}
