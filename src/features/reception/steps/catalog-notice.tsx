import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { refreshCatalogs } from '#sync/catalogs/catalog-cache.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { canSetUpClinic } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { emptyCatalogsAdvice, emptyCatalogsTitle } from '../company/company-messages.ts';

type FetchState = 'idle' | 'busy' | 'failed';

export function MissingCatalogsNotice() {
  const [fetching, setFetching] = useState<FetchState>('idle');

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

interface EmptyCatalogsProps {
  account: Account;
  canWait: boolean;
  empty: readonly string[];
}

/**
 * Notice about an empty catalogue: a link for a user with permission; otherwise the advice to contact the catalogue manager.
 */
export function EmptyCatalogsNotice({ account, canWait, empty }: EmptyCatalogsProps) {
  const mayChange = account.actions.includes('manage_catalogs');
  const toSetup = canSetUpClinic(account);
  return (
    <Notice
      kind="warn"
      title={emptyCatalogsTitle(empty)}
      action={
        mayChange ? (
          <Button component={Link} to={toSetup ? '/setup' : '/admin/catalogs'}>
            {toSetup ? 'Poner en marcha la clínica' : 'Ir a Catálogos'}
          </Button>
        ) : undefined
      }
    >
      {emptyCatalogsAdvice(mayChange, canWait)}
    </Notice>
  );
}
