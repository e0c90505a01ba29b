import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';

interface PieceNotLoadedProps {
  /** True while the code is requested again. */
  busy: boolean;
  onRetry: () => void;
}

/** Notice in place of a part of a screen whose code could not be loaded. */
export const PieceNotLoaded = ({ busy, onRetry }: PieceNotLoadedProps) => (
  <Notice
    kind="warn"
    title="No se pudo cargar una parte de esta pantalla."
    action={
      <Button loading={busy} onClick={onRetry}>
        Reintentar
      </Button>
    }
  >
    Puede que falte la red o que haya una versión nueva. Lo demás sigue funcionando.
  </Notice>
);
