import type { ReactNode } from 'react';
import { Notice } from '#ui/notices/notice.tsx';

export const ConcurrentChangeNotice = ({ children }: { children: ReactNode }) => (
  <Notice kind="warn" title="Otra persona cambió este usuario mientras lo revisabas.">
    {children} No se hizo el cambio: revisa y, si sigue haciendo falta, inténtalo de nuevo.
  </Notice>
);
