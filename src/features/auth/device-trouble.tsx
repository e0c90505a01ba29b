import { Button } from '@mantine/core';
import type { StorageProblemKind } from '#storage/problem.ts';
import { Notice } from '#ui/notice.tsx';
import { StorageNotice } from '#ui/storage-notice.tsx';

/** Why nobody can be signed in on this device right now. */
export type DeviceTrouble = StorageProblemKind | 'not_loaded';

export const DeviceTroubleNotice = ({ trouble }: { trouble: DeviceTrouble }) =>
  trouble === 'not_loaded' ? (
    <Notice
      kind="error"
      title="No se pudo cargar una parte de la aplicación."
      action={<Button onClick={() => location.reload()}>Recargar</Button>}
    >
      Revisa la conexión y recarga la página. Lo guardado en este dispositivo sigue aquí.
    </Notice>
  ) : (
    <StorageNotice kind={trouble} />
  );
