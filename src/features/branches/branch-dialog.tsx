import { Button, Modal, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import {
  findActiveBranches,
  setActiveBranch,
  type BranchChangeOutcome,
} from '#sync/administration/clinic/branches.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { BranchChoices } from './branch-choices.tsx';
import { branchChangeProblemText } from './messages.ts';
import './branch-dialog.css';

const LOAD_BRANCHES_FAILED_TEXT = 'No se pudieron cargar las sedes.';

function useBranchSearch() {
  const [query, setQuery] = useState('');
  const wanted = usePausedValue(query, SEARCH_DEBOUNCE_MS.combobox);
  const found = useQuery({
    queryKey: ['branch-choice', wanted.trim()],
    queryFn: () => findActiveBranches(wanted),
    // Fetches the branches at each opening, because users seldom open this dialog and must see the current list.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { query, setQuery, found };
}

const GlobalModeOption = ({ busy, onChoose }: { busy: boolean; onChoose: () => void }) => (
  <div className="branch-global">
    <p>Sin sede activa ves las cifras de todas las sedes; para registrar o ver evaluaciones eliges una.</p>
    <Button onClick={onChoose} disabled={busy}>
      Modo global
    </Button>
  </div>
);

type BranchIdOrGlobal = string | null;

interface BranchDialogProps {
  account: Account;
  /** Called after the device has switched to the chosen branch; `null` is the global mode. */
  onChanged: (branchId: BranchIdOrGlobal) => void;
  onClose: () => void;
}

export function BranchDialog({ account, onChanged, onClose }: BranchDialogProps) {
  const { query, setQuery, found } = useBranchSearch();
  const { busy, trouble, run } = useChangeRunner<Exclude<BranchChangeOutcome, { type: 'changed' }>>();
  const choose = (branchId: BranchIdOrGlobal) =>
    void run(async () => {
      const change = await setActiveBranch(branchId);
      if (change.type === 'changed') onChanged(branchId);
      else if (change.type === 'refused') void found.refetch(); // The server no longer accepts the chosen branch, so the list is loaded again.
      return change.type === 'changed' ? null : change;
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={account.branchId === null ? 'Seleccionar sede' : 'Cambiar sede'}
      size={520}
    >
      <TextInput
        label="Buscar sede"
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {trouble && (
        <div className="branch-trouble">
          <Notice kind="error">{branchChangeProblemText(trouble)}</Notice>
        </div>
      )}
      {found.error ? (
        <div className="branch-trouble">
          <Notice
            kind="error"
            title={failureText(found.error, LOAD_BRANCHES_FAILED_TEXT)}
            action={<Button onClick={() => void found.refetch()}>Reintentar</Button>}
          />
        </div>
      ) : (
        <BranchChoices
          found={found.data}
          searching={query.trim() !== ''}
          activeId={account.branchId}
          busy={busy}
          onChoose={choose}
          onLeave={onClose}
        />
      )}
      {account.branchId !== null && <GlobalModeOption busy={busy} onChoose={() => choose(null)} />}
    </Modal>
  );
}
