import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Notice } from '#ui/notices/notice.tsx';
import { useApplyUpdateWhenSafe, useUpdateState } from '../runtime/safe-point.ts';

export function UpdateNotice({ ownerId }: { ownerId: string }) {
  const update = useUpdateState();
  useApplyUpdateWhenSafe(ownerId, useLocation().pathname === '/home');
  // True while the old version finishes its sends before the new version starts.
  const [isHandingOver, setHandingOver] = useState(false);
  if (update.name !== 'ready') return null;
  const applyUpdate = () => {
    setHandingOver(true);
    update.apply();
  };
  const button = (
    <Button loading={isHandingOver} onClick={applyUpdate}>
      Actualizar
    </Button>
  );
  return (
    <Notice kind="info" action={button}>
      Hay una versión nueva
    </Notice>
  );
}
