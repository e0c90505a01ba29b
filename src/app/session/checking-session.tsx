import { Loader } from '@mantine/core';
import './checking-session.css';

export const CheckingSession = () => (
  <main className="checking" aria-busy="true">
    <Loader aria-hidden="true" />
    <output>Verificando sesión…</output>
  </main>
);
