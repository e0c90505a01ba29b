import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';

/** Notice that another window has changed this draft, so that this window shows and sends no outdated data. */
export const OtherWindowNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);
