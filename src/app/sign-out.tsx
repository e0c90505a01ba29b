import { useState, type ReactNode } from 'react';
import { countUnsent, type Account } from '#sync/session.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { reportFailure } from './failures.ts';
import { loadDevice } from './load-device.ts';
import { useSession } from './session.tsx';

export const unsentWords = (count: number): string =>
  count === 1
    ? 'Hay 1 evaluación que todavía no ha llegado completa al servidor. Se queda guardada y sellada en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verla ni enviarla.'
    : `Hay ${count} evaluaciones que todavía no han llegado completas al servidor. Se quedan guardadas y selladas en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verlas ni enviarlas.`;

/** S24: nobody waits for it, so that leaving neither takes longer nor fails. */
export function reportBeforeLeaving(): void {
  const report = async () => (await loadDevice()).reportNow();
  report().catch(reportFailure);
}

/** S16: asks first only when something is unsent, and says how much. Show `dialog` where `signOut` is called. */
export function useSignOut(account: Account): { signOut: () => void; dialog: ReactNode } {
  const { leave } = useSession();
  const [unsent, setUnsent] = useState(0);
  const leaveNow = () => {
    leave().catch(reportFailure);
  };
  const askOrLeave = async () => {
    reportBeforeLeaving();
    const count = await countUnsent(account.userId);
    if (count > 0) setUnsent(count);
    else await leave();
  };
  const dialog = (
    <ConfirmDialog
      opened={unsent > 0}
      title="¿Cerrar sesión con envíos pendientes?"
      confirmLabel="Salir de todos modos"
      cancelLabel="Seguir aquí"
      onConfirm={leaveNow}
      onCancel={() => setUnsent(0)}
    >
      {unsentWords(unsent)}
    </ConfirmDialog>
  );
  return { signOut: () => void askOrLeave().catch(reportFailure), dialog };
}
