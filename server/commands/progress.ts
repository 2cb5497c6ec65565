const barWidth = 30;

export function drawBar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  const percent = String(Math.floor(Math.min(1, share) * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${percent}%`;
}
