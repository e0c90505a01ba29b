import { Suspense, useSyncExternalStore } from 'react';
import { isToastContainerNeeded, onToastContainerNeeded } from '#ui/notices/toast.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';

const PlacedToasts = lazyScreen(async () => {
  const [library, { createPlacedToasts }] = await Promise.all([
    import('@mantine/notifications'),
    import('./placed-toasts.tsx'),
  ]);
  return createPlacedToasts(library);
});

export function Toasts() {
  const wanted = useSyncExternalStore(onToastContainerNeeded, isToastContainerNeeded);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <PlacedToasts />
    </Suspense>
  );
}
