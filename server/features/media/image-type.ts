/** Supported types, detected from the first bytes: the file name and content type are not trusted. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

export function detectImageType(bytes: Buffer): ImageType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  const text = bytes.subarray(0, 12).toString('latin1');
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP$/.test(text)) return 'webp';
  if (text.slice(4, 8) === 'ftyp' && hasAvifBrand(bytes)) return 'avif';
  return undefined;
}

function startsWith(bytes: Buffer, start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Layout: major brand, version, compatible brands; four bytes each. */
function hasAvifBrand(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 200);
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = bytes.toString('latin1', at, at + 4);
    if (at !== 12 && (brand === 'avif' || brand === 'avis')) return true;
  }
  return false;
}
