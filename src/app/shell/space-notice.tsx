import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '@mantine/core';
import { isSpaceScarce } from '#domain/storage-space.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import { Notice } from '#ui/notices/notice.tsx';

/** Addresses with the notice: the screens that register a patient or list pending entries. */
const SPACE_NOTICE_PATHS = ['/reception', '/pacientes', '/pending'];
const SPACE_CHECK_INTERVAL_MS = 60_000;

function useIsSpaceScarce(looking: boolean): boolean {
  const [scarce, setScarce] = useState(false);
  useEffect(() => {
    if (!looking) return;
    const checkSpace = () => {
      readStorageSpace().then(
        (space) => setScarce(space !== null && isSpaceScarce(space)),
        () => setScarce(false), // If the browser does not report the storage space, no notice is shown.
      );
    };
    checkSpace();
    const timer = setInterval(checkSpace, SPACE_CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [looking]);
  return scarce && looking;
}

export function SpaceNotice() {
  const scarce = useIsSpaceScarce(SPACE_NOTICE_PATHS.includes(useLocation().pathname));
  return (
    scarce && (
      <Notice
        kind="warn"
        title="Queda poco espacio en este dispositivo."
        action={
          <Button component={Link} to="/device">
            Ver espacio
          </Button>
        }
      >
        Conéctalo para enviar lo pendiente, o borra archivos del dispositivo. Lo ya confirmado sigue guardado.
      </Notice>
    )
  );
}
