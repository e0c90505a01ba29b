import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { takeTabletBack } from '#storage/account/patient-turn.ts';
import { RETURNED_LABEL, ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageProblem } from '#storage/base/problem.ts';
import { historyPositionOf, setHistoryGuard } from '#ui/dialogs/history-guard.ts';
import { reportFailure } from '../kit/failures.ts';
import { useDocumentTitle } from './use-document-title.ts';
import './return-tablet-page.css';

/** Undoes each step in the browser's history, because the patient still has the tablet. */
function useHeldHistory(): void {
  useEffect(() => {
    const here = historyPositionOf(history.state);
    return setHistoryGuard((event) => {
      event.stopImmediatePropagation();
      const there = historyPositionOf(event.state);
      if (here !== null && there !== null && here !== there) history.go(here - there);
    });
  }, []);
}

/** Keeps the page at its address, or leads to `returnTo`, at which reception continues. */
export function TurnAddress({ returnTo }: { returnTo: string | null }) {
  const { pathname, search } = useLocation();
  useHeldHistory();
  const isElsewhere = returnTo !== null && returnTo !== pathname + search;
  return isElsewhere && <Navigate to={returnTo} replace />;
}

/** Text for reception and patient: both may read it. */
const CARD_NOT_TAKEN_TEXT =
  'Se leyó una cédula con la pantalla bloqueada: no se guardó nada. Hay que pasarla otra vez.';

interface ReturnTabletPageProps {
  userId: string;
  isCardRead: boolean;
  /** Called if reception must enter the PIN or the password. */
  onIdentify: () => void;
}

/** Locked page that a patient reads after signing. It shows no data of the patient. */
export function ReturnTabletPage({ userId, isCardRead, onIdentify }: ReturnTabletPageProps) {
  useDocumentTitle('Devuelva la tableta');
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  const takeBack = async () => {
    try {
      if (!(await takeTabletBack(userId, Date.now()))) onIdentify();
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      setProblem(error);
    }
  };
  return (
    <main className="return-tablet">
      {isCardRead && <Notice kind="info">{CARD_NOT_TAKEN_TEXT}</Notice>}
      {problem && <StorageNotice kind={problem.kind} />}
      <ReturnTabletPrompt
        to="reception"
        on={RETURNED_LABEL}
        onClose={() => void takeBack().catch(reportFailure)}
      />
    </main>
  );
}
