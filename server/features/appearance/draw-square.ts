import { loadSharp } from '#server/lib/files/load-sharp.ts';

type Crop = { x: number; y: number; size: number };

/** Cuts a square out of a picture, at any size. The margin is a share of the result, in the night's colour. */
export async function drawSquare(
  bytes: Buffer,
  crop: Crop,
  { size, margin }: { size: number; margin: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes).metadata();
  const side = Math.max(1, Math.floor(Math.min(width, height) * crop.size));
  const border = Math.round(size * margin);
  const inner = size - 2 * border;
  return sharp(bytes)
    .extract({
      left: place(crop.x * width, side, width),
      top: place(crop.y * height, side, height),
      width: side,
      height: side,
    })
    .resize({ width: inner, height: inner })
    .extend({
      top: border,
      bottom: border,
      left: border,
      right: border,
      background: '#14110f',
    })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The start of a stretch around a middle that does not leave the picture. */
function place(middle: number, side: number, length: number): number {
  return Math.round(Math.min(Math.max(middle - side / 2, 0), length - side));
}
