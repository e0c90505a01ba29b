import { Loader } from '@mantine/core';
import './checking-session.css';

/** Page that is shown until the signed-in user is known (P2). */
export const CheckingSession = () => (
  <main className="checking" aria-busy="true">
    <Loader aria-hidden="true" />
    <output>Verificando sesión…</output>
  </main>
);
