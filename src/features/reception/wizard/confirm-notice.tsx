import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { MISSING_PICTURES_MESSAGE } from './missing-pictures.ts';
import type { ConfirmFailure } from './use-confirm.ts';

const pendingLink = (
  <Button component={Link} to="/pending">
    Ver pendientes
  </Button>
);

function ConfirmFailureNotice({ failure }: { failure: ConfirmFailure }) {
  switch (failure.type) {
    case 'pictures_missing':
      return (
        <Notice kind="error" title={MISSING_PICTURES_MESSAGE} action={pendingLink}>
          Las capturas de este borrador no están en el dispositivo. Si lo confirmaste en otra pestaña, ya está
          en pendientes; si no, toma la foto y la firma otra vez.
        </Notice>
      );
    case 'unverified':
      return (
        <Notice
          kind="error"
          title="No se pudo comprobar lo guardado en este dispositivo. No está confirmada."
        >
          Los datos siguen aquí. Intenta de nuevo mientras el paciente está presente; si se repite, usa otro
          dispositivo y avisa al administrador.
        </Notice>
      );
    case 'not_correctable':
      return (
        <Notice kind="error" title="Esta evaluación ya no espera correcciones." action={pendingLink}>
          Se descartó o pasó a otra persona mientras la corregías, o espera antes otra decisión tuya.
        </Notice>
      );
    case 'reason_needed':
      return (
        <Notice kind="warn" title="La evaluación ya salió hacia el servidor.">
          Nada se perdió: escribe el motivo y confirma de nuevo; se enviará como corrección.
        </Notice>
      );
    case 'nothing_changed':
      return (
        <Notice kind="info" title="No has cambiado nada.">
          Cambia lo que esté mal, o vuelve sin corregir.
        </Notice>
      );
    case 'storage':
      return <StorageNotice kind={failure.kind} />;
  }
}

export function ConfirmNotice({ failure }: { failure: ConfirmFailure }) {
  const place = useRef<HTMLDivElement>(null);
  // Scrolls to the notice, which is below the pictures and off a tablet's screen.
  useEffect(() => {
    // The function must return nothing, because some browsers return a promise, which React would take for a clean-up function.
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place}>
      <ConfirmFailureNotice failure={failure} />
    </div>
  );
}
