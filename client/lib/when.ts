/** Resolves once the first words or pictures are on the screen. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background is not painted; and whatever happens, the page must come to life.
    if (document.hidden) resolve();
    setTimeout(resolve, 3000);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Resolves when the browser has nothing more urgent to do, or has had it for `most` milliseconds. */
export function whenIdle(most: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: most });
    else setTimeout(resolve, Math.min(most, 100));
  });
}

/** Resolves once all that the page named from the start has arrived. */
export async function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
