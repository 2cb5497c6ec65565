/**
 * A page can be read, and pressed, before the app has taken it over. Links work by themselves; the
 * button pressed last is pressed again by the returned function, once there is somebody to hear it.
 */
export function keepEarlyPress(): () => void {
  let pressed: HTMLButtonElement | null = null;
  function keep({ target }: MouseEvent): void {
    pressed = target instanceof Element ? target.closest('button') : null;
  }
  document.addEventListener('click', keep);
  return () => {
    document.removeEventListener('click', keep);
    if (pressed?.isConnected) pressed.click();
  };
}
