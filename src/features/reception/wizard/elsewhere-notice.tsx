import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';

/** The same draft in two windows: the one left behind must not show or send what is no longer so. */
export const ElsewhereNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);
