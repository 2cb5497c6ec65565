export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background is never painted. The timeout makes sure that the app starts anyway.
    if (document.hidden) resolve();
    setTimeout(resolve, 3000);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

export function whenIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, Math.min(timeout, 100));
  });
}

/** Gives the browser the chance to paint and to handle input before what follows. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/** When the page has all its files and the browser has time. */
export async function whenQuiet(): Promise<void> {
  await whenLoaded();
  await whenIdle(2000);
}
