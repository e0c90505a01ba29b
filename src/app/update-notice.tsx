import { Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { Notice } from '#ui/notice.tsx';
import { useSafePointUpdate, useUpdate } from './safe-point.ts';

/** A newer version waits: it is offered, and taken by itself on the start page. */
export function UpdateNotice({ ownerId }: { ownerId: string }) {
  const update = useUpdate();
  useSafePointUpdate(ownerId, useLocation().pathname === '/home');
  if (update.name !== 'ready') return null;
  return (
    <Notice kind="info" action={<Button onClick={update.apply}>Actualizar</Button>}>
      Hay una versión nueva
    </Notice>
  );
}
