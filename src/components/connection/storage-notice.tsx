import { Button } from '@mantine/core';
import type { StorageProblemKind } from '#storage/base/problem.ts';
import { Notice } from '#ui/notices/notice.tsx';

const STORAGE_PROBLEM_TEXTS: Record<StorageProblemKind, { title: string; wayOut: string }> = {
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
      'Ventanilla guarda en el dispositivo lo que registras. Sal del modo privado o incógnito. Si no estás en él, permite en la configuración del navegador los datos y las cookies de este sitio. Después recarga la página.',
  },
  erased: {
    title: 'Los datos de Ventanilla se borraron de este navegador.',
    wayOut:
      'Inicia sesión de nuevo, con red. Lo confirmado vuelve si el navegador conservó su segunda copia; lo demás ya no está. Si falta algo, avisa al administrador.',
  },
  damaged: {
    title: 'Lo que estaba guardado aquí no se puede leer.',
    wayOut:
      'Se dañó en este dispositivo, o lo escribió otra versión de Ventanilla. Lo ya confirmado no cambia.',
  },
  newer: {
    title: 'Lo guardado aquí necesita una versión más nueva de Ventanilla.',
    wayOut:
      'Con red, recarga la página para actualizarla. Nada se borró: la versión nueva lo abre. Si se repite, avisa al administrador.',
  },
  unverified: {
    title: 'No se pudo comprobar lo guardado en este dispositivo.',
    wayOut:
      'Haz la captura otra vez. Si se repite, usa otro dispositivo y avisa al administrador. Lo ya confirmado no cambia.',
  },
  changed: {
    title: 'Este registro cambió en otra ventana.',
    wayOut:
      'Nada se ha confirmado aquí, y lo que escribas ya no se guarda: anótalo antes de recargar. Después verás lo último que se guardó, o lo confirmado en pendientes.',
  },
  locked: {
    title: 'Este dispositivo no tiene la llave para abrir tus datos.',
    wayOut:
      'Cierra sesión e inicia sesión de nuevo con red para recuperarla. Lo pendiente sigue guardado con llave.',
  },
};

interface StorageNoticeProps {
  kind: StorageProblemKind;
  /** Discards damaged data. Given only if the user cannot continue otherwise. */
  onStartOver?: () => void;
}

function renderRemedy({ kind, onStartOver }: StorageNoticeProps) {
  if (kind === 'locked' || kind === 'erased' || kind === 'unverified') return undefined;
  if (kind === 'damaged')
    return onStartOver ? <Button onClick={onStartOver}>Empezar de nuevo</Button> : undefined;
  return <Button onClick={() => location.reload()}>Recargar</Button>;
}

/** Shows a storage failure immediately, with its remedy (S20). */
export const StorageNotice = (props: StorageNoticeProps) => (
  <Notice kind="error" title={STORAGE_PROBLEM_TEXTS[props.kind].title} action={renderRemedy(props)}>
    {STORAGE_PROBLEM_TEXTS[props.kind].wayOut}
  </Notice>
);
