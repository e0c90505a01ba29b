import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '@mantine/core';
import { isSpaceScarce } from '#domain/storage-space.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import { Notice } from '#ui/notices/notice.tsx';

/** Addresses with the notice: the screens that register a patient or list pending entries. */
const WARNED_AT = ['/reception', '/pacientes', '/pending'];
const LOOK_EVERY_MS = 60_000;

function useScarce(looking: boolean): boolean {
  const [scarce, setScarce] = useState(false);
  useEffect(() => {
    if (!looking) return;
    const look = () => {
      readStorageSpace().then(
        (space) => setScarce(space !== null && isSpaceScarce(space)),
        () => setScarce(false), // If the browser does not report the storage space, no notice is shown.
      );
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [looking]);
  return scarce && looking;
}

export function SpaceNotice() {
  const scarce = useScarce(WARNED_AT.includes(useLocation().pathname));
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
