import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';

/** Shown when the draft is open in two windows: the outdated window must not show or send old data. */
export const OtherWindowNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);
