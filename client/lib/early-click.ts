/** Links work before hydration. For buttons, this remembers the last one clicked, to click it again afterwards. */
export function captureEarlyClick(): () => void {
  let clicked: HTMLButtonElement | null = null;
  function capture({ target }: MouseEvent): void {
    clicked = target instanceof Element ? target.closest('button') : null;
  }
  document.addEventListener('click', capture);
  return () => {
    document.removeEventListener('click', capture);
    // In a task of its own: React calls this while it commits, and cannot hydrate what is clicked then.
    setTimeout(() => clicked?.isConnected && clicked.click());
  };
}
