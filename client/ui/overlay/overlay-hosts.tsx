import { DialogHost } from './dialog-service.tsx';
import { Toasts } from './toast.tsx';

export function OverlayHosts() {
  return (
    <>
      <DialogHost />
      <Toasts />
    </>
  );
}
