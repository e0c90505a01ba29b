import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';

/** Shown when another window has changed this draft: this window must not show or send outdated data. */
export const OtherWindowNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);
