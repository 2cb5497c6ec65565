import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';

import { SkeletonText } from '#client/ui/feedback/skeleton.tsx';

import type { EventForm } from './event-form.tsx';

const Form = lazy(() => import('./event-form.tsx').then((file) => ({ default: file.EventForm })));

/** Loaded when it is opened: few visitors need it, and its schemas take time to build. */
export function LaterEventForm(props: ComponentProps<typeof EventForm>) {
  return (
    <Suspense fallback={<SkeletonText lines={6} />}>
      <Form {...props} />
    </Suspense>
  );
}
