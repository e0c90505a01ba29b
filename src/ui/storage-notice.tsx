import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';

/** The kinds of a StorageProblem (S20). */
type StorageTrouble = 'full' | 'closed' | 'unavailable' | 'locked' | 'erased' | 'changed';

const WORDS: Record<StorageTrouble, { title: string; wayOut: string }> = {
  full: {
    title: 'Este dispositivo se quedó sin espacio.',
    wayOut:
      'Libera espacio o envía lo pendiente con red, y vuelve a intentarlo. Lo ya confirmado sigue guardado.',
  },
  closed: {
    title: 'Se perdió la conexión con el almacenamiento de este dispositivo.',
    wayOut: 'Recarga la página para seguir. Lo ya confirmado y el último borrador guardado siguen aquí.',
  },
  unavailable: {
    title: 'Este navegador no permite guardar datos aquí.',
    wayOut:
      'Sal del modo privado o incógnito, o permite el almacenamiento para este sitio, y recarga la página.',
  },
  erased: {
    title: 'Los datos de Ventanilla se borraron de este navegador.',
    wayOut:
      'Inicia sesión de nuevo, con red. Lo confirmado vuelve si el navegador conservó su segunda copia; lo demás ya no está. Si falta algo, avisa al administrador.',
  },
  changed: {
    title: 'Este registro cambió en otra ventana.',
    wayOut:
      'Nada se ha confirmado aquí. Recarga para ver lo último que se guardó, o lo confirmado en pendientes.',
  },
  locked: {
    title: 'Este dispositivo no tiene la llave para abrir tus datos.',
    wayOut:
      'Cierra sesión e inicia sesión de nuevo con red para recuperarla. Lo pendiente sigue guardado y sellado.',
  },
};

/** Storage that fails is said at once, with a way out (S20). */
export const StorageNotice = ({ kind }: { kind: StorageTrouble }) => (
  <Notice
    kind="error"
    title={WORDS[kind].title}
    action={
      kind === 'locked' || kind === 'erased' ? undefined : (
        <Button onClick={() => location.reload()}>Recargar</Button>
      )
    }
  >
    {WORDS[kind].wayOut}
  </Notice>
);
