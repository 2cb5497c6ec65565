const barWidth = 30;

export function drawBar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  const percent = String(Math.floor(Math.min(1, share) * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${percent}%`;
}

export function describeSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: power > 0 ? 1 : 0 })} ${units[power]}`;
}
