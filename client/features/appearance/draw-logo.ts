import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

import type { Crop } from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { clamp } from '#shared/rules/colour.ts';

const size = 192;

/** The cropped logo as an address for an `img`; the server draws the real icons in the same way. */
export function logoQuery(picture: Picture | undefined | null, crop: Crop | undefined) {
  return queryOptions({
    queryKey: ['logo', picture?.url, crop],
    queryFn: picture && crop ? () => drawLogo(picture, crop) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function drawLogo(picture: Picture, crop: Crop): Promise<string> {
  const image = new Image();
  image.src = picture.src;
  await image.decode();
  const { left, top, side } = squareOf(picture, crop);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(image, left, top, side, side, 0, 0, size, size);
  return canvas.toDataURL();
}

type Size = { width: number; height: number };

function squareOf({ width, height }: Size, crop: Crop) {
  const side = Math.min(width, height) * crop.size;
  return {
    side,
    left: clamp(crop.x * width - side / 2, 0, width - side),
    top: clamp(crop.y * height - side / 2, 0, height - side),
  };
}

/** The positions that the middle of the square can have along one side of the picture. */
export function rangeOf({ width, height }: Size, cropSize: number, side: 'x' | 'y') {
  const half = (Math.min(width, height) * cropSize) / 2 / (side === 'x' ? width : height);
  return { least: half, most: 1 - half };
}
