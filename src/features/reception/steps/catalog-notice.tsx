import { Button } from '@mantine/core';
import { useState } from 'react';
import { refreshCatalogs } from '#sync/catalogs/mirror.ts';
import { Notice } from '#ui/notices/notice.tsx';

type Fetching = 'idle' | 'busy' | 'failed';

/** A tablet that never had a network under this user has nothing to choose from yet. */
export function CatalogNotice() {
  const [fetching, setFetching] = useState<Fetching>('idle');

  const fetchNow = async () => {
    setFetching('busy');
    try {
      const report = await refreshCatalogs();
      const arrived = Object.values(report).every(
        (outcome) => outcome === 'replaced' || outcome === 'unchanged',
      );
      setFetching(arrived ? 'idle' : 'failed');
    } catch (error) {
      setFetching('failed');
      throw error;
    }
  };
  return (
    <Notice
      kind="warn"
      title="El catálogo aún no está en este dispositivo."
      action={
        <Button loading={fetching === 'busy'} onClick={() => void fetchNow().catch(reportError)}>
          Traer catálogo
        </Button>
      }
    >
      {fetching === 'failed'
        ? 'No se pudo traer ahora. Revisa la conexión e intenta de nuevo; lo escrito queda en el borrador.'
        : 'Se trae una vez con red y después queda aquí, también sin conexión.'}
    </Notice>
  );
}
