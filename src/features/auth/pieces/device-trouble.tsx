import { Button } from '@mantine/core';
import type { StorageProblemKind } from '#storage/base/problem.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';

/** Reason why no user can sign in on this device now. `insecure`: the page was opened over plain http from another machine. */
export type DeviceTrouble = StorageProblemKind | 'not_loaded' | 'insecure';

const AppNotLoadedNotice = () => (
  <Notice
    kind="error"
    title="No se pudo cargar una parte de la aplicación."
    action={<Button onClick={() => location.reload()}>Recargar</Button>}
  >
    Revisa la conexión y recarga la página. Lo guardado en este dispositivo sigue aquí.
  </Notice>
);

/** Notice for a page over plain http, where browsers offer neither encryption, nor offline use, nor the camera. */
const InsecureAddressNotice = () => (
  <Notice kind="error" title="Esta dirección no es segura.">
    Aquí el navegador no deja cifrar ni guardar los registros: abre Ventanilla con una dirección que empiece
    por https://, o por http://localhost en el mismo equipo del servidor.
  </Notice>
);

export function DeviceTroubleNotice({ trouble }: { trouble: DeviceTrouble }) {
  if (trouble === 'insecure') return <InsecureAddressNotice />;
  return trouble === 'not_loaded' ? <AppNotLoadedNotice /> : <StorageNotice kind={trouble} />;
}
