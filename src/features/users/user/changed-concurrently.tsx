import type { ReactNode } from 'react';
import { Notice } from '#ui/notices/notice.tsx';

/** Notice that another administrator has changed the user in the meantime; `children` state the current value. */
export const ConcurrentChangeNotice = ({ children }: { children: ReactNode }) => (
  <Notice kind="warn" title="Otra persona cambió este usuario mientras lo revisabas.">
    {children} No se hizo el cambio: revisa y, si sigue haciendo falta, inténtalo de nuevo.
  </Notice>
);
