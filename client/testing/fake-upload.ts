import { vi } from 'vitest';

import type { Picture } from '#shared/endpoints/media.ts';

/** Answers each upload of this test with a picture. Uploads use XMLHttpRequest, which is not the fake `fetch`. */
export function answerUploads(picture: Picture): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly response = picture;
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
}
