import { Loader } from '@mantine/core';
import './checking-session.css';

/** The whole page while it is not known yet who is here (P2). */
export const CheckingSession = () => (
  <main className="checking" aria-busy="true">
    <Loader aria-hidden="true" />
    <output>Verificando sesión…</output>
  </main>
);
