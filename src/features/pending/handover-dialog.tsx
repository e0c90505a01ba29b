import { useLiveQuery } from 'dexie-react-hooks';
import { codeProblem } from '#domain/spoken-code.ts';
import { listEntries, syncSummary } from '#storage/entries.ts';
import { handOver, orStorageFailure, proposeHandoverCode } from '#sync/parcels.ts';
import type { Account } from '#sync/session.ts';
import { GiveDialog, type Given } from '#ui/give-dialog.tsx';
import { ShownCode } from '#ui/new-code.tsx';
import { evaluationsWord, handedNames } from './handover-words.ts';

/** More are counted, not named. */
const NAMED = 3;

const AfterWards = ({ code, count }: { code: string; count: number }) => (
  <>
    <p>
      La entrega está lista: {evaluationsWord(count)}. Anota el código o díselo ahora a tu colega; no se
      vuelve a mostrar.
    </p>
    <ShownCode code={code} />
    <p className="parcel-dialog-text">
      Tu colega inicia sesión en este dispositivo, abre «Pendientes de envío» y elige «Recibir entrega».
    </p>
  </>
);

async function leave(
  account: Account,
  code: string,
  onProgress: (done: number, total: number) => void,
): Promise<Given> {
  const left = await orStorageFailure(() => handOver(account, code, onProgress));
  switch (left.type) {
    case 'storage':
      return left;
    case 'nothing':
      return { type: 'refused', text: 'Ya no queda nada por enviar: no hay nada que entregar.' };
    case 'not_verifiable':
      return {
        type: 'refused',
        text: 'Este servidor no guarda la llave de tus datos, así que nadie puede comprobar que autorizaste la entrega. Solo tú puedes enviar lo que registraste: inicia sesión cuando haya red, o lleva una copia de rescate a otro dispositivo.',
      };
    case 'left':
      return { type: 'done', after: <AfterWards code={code} count={left.count} /> };
  }
}

async function unsentOf(ownerId: string): Promise<{ count: number; names: string[] }> {
  const [{ unsent }, first] = await Promise.all([
    syncSummary(ownerId),
    listEntries(ownerId, { limit: NAMED }),
  ]);
  return { count: unsent, names: first.map(({ summary }) => summary.patientName) };
}

interface HandoverDialogProps {
  account: Account;
  onClose: () => void;
}

/** S14: what one has not sent, left on this tablet for who knows the code. Works without network. */
export function HandoverDialog({ account, onClose }: HandoverDialogProps) {
  const handed = useLiveQuery(() => unsentOf(account.userId), [account.userId]);
  return (
    <GiveDialog
      title="Entregar a un colega"
      consent="Autorizo a quien reciba esta entrega a enviar estas evaluaciones. Quedan registradas a mi nombre."
      confirmLabel="Dejar la entrega"
      propose={proposeHandoverCode}
      codeProblem={codeProblem}
      make={(code, onProgress) => leave(account, code, onProgress)}
      onClose={onClose}
    >
      {handed && <p>{handedNames(handed.count, handed.names)}</p>}
      <p>
        Quien escriba el código en este dispositivo, con su propia sesión, las recibe y las envía. Mientras
        nadie las reciba siguen siendo tuyas. Si ya habías dejado una entrega, su código deja de servir.
      </p>
    </GiveDialog>
  );
}
