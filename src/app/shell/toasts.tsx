import { Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from '#ui/notices/toast.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';

const Notifications = lazyScreen(async () => (await import('@mantine/notifications')).Notifications);

/** Where toasts are shown, once there is one. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Notifications position="bottom-right" containerWidth={380} />
    </Suspense>
  );
}
