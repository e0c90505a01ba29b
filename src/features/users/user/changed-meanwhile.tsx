import type { ReactNode } from 'react';
import { Notice } from '#ui/notices/notice.tsx';

/** Somebody else changed the user between reading and doing; the children say what is there now. */
export const ChangedMeanwhile = ({ children }: { children: ReactNode }) => (
  <Notice kind="warn" title="Otra persona cambió este usuario mientras lo revisabas.">
    {children} No se hizo el cambio: revisa y, si sigue haciendo falta, inténtalo de nuevo.
  </Notice>
);
