import { Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from '#ui/notices/toast.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';

const PlacedToasts = lazyScreen(async () => {
  const [library, { createPlacedToasts }] = await Promise.all([
    import('@mantine/notifications'),
    import('./placed-toasts.tsx'),
  ]);
  return createPlacedToasts(library);
});

export function Toasts() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <PlacedToasts />
    </Suspense>
  );
}
