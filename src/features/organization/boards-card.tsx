import { Button, Switch, TextInput } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  BOARD_LABEL_MAX_LENGTH,
  type BoardContent,
  type CreatedWaitingBoard,
  type WaitingBoard,
  WaitingBoardBody,
} from '#contract/records/waiting-room.ts';
import { formatDateTime } from '#domain/time/format.ts';
import {
  createWaitingBoard,
  fetchWaitingBoards,
  revokeWaitingBoard,
  waitingBoardLink,
} from '#sync/administration/clinic/waiting-boards.ts';
import {
  isUnsupportedCallError,
  failureText,
  saveFailureOf,
  saveFailureReasonText,
} from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { ShareableLink } from '#components/handed-link.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import './boards-card.css';

const CONTENT_LABELS: Record<BoardContent, string> = {
  queue_numbers: 'Solo turnos',
  first_names: 'Turnos, primer nombre e inicial',
};
const CREATE_FAILED_TEXT = 'No se pudo crear la pantalla.';
const REVOKE_FAILED_TEXT = 'No se pudo anular la pantalla.';
const LOAD_FAILED_TEXT = 'No se pudieron cargar las pantallas.';

interface BoardRowProps {
  board: WaitingBoard;
  onRevoke: () => void;
}

const BoardRow = ({ board, onRevoke }: BoardRowProps) => (
  <li className="board-row">
    <span>
      <b>{board.label}</b>
      <small>
        {CONTENT_LABELS[board.shows]} · creada el {formatDateTime(Date.parse(board.created_at))}
        {board.revoked_at !== null && ` · anulada el ${formatDateTime(Date.parse(board.revoked_at))}`}
      </small>
    </span>
    {board.revoked_at === null && (
      <Button aria-label={`Anular ${board.label}`} onClick={onRevoke}>
        Anular
      </Button>
    )}
  </li>
);

/** Form of a new screen. Its link is shown once, because the server stores only a digest of the token. */
function NewBoardForm({ onCreated }: { onCreated: () => void }) {
  const [label, setLabel] = useState('');
  const [shows, setShows] = useState<BoardContent>('queue_numbers');
  const [made, setMade] = useState<CreatedWaitingBoard | null>(null);
  const { busy, trouble, run } = useChangeRunner<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { data, error } = WaitingBoardBody.safeParse({ label, shows });
      if (error) return error.issues[0]?.message ?? CREATE_FAILED_TEXT;
      const result = await createWaitingBoard(data);
      if (result.type !== 'saved') return saveFailureReasonText(saveFailureOf(result, CREATE_FAILED_TEXT));
      setMade(result.body);
      setLabel('');
      onCreated();
      return null;
    });
  };
  return (
    <>
      {made && (
        <div className="board-link">
          <ShareableLink
            label={`Enlace de ${made.label}`}
            link={waitingBoardLink(location.origin, made.token)}
            hint="Ábrelo en la pantalla ahora: no se vuelve a mostrar. Quien lo tenga ve los llamados."
          />
        </div>
      )}
      <form className="board-form" onSubmit={submit} noValidate>
        <TextInput
          label="Nombre de la pantalla"
          placeholder="Sala del segundo piso"
          maxLength={BOARD_LABEL_MAX_LENGTH}
          value={label}
          error={trouble ?? undefined}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Switch
          classNames={{ body: 'board-switch', label: 'board-switch-label' }}
          label="Mostrar también el primer nombre y la inicial"
          checked={shows === 'first_names'}
          onChange={(event) => setShows(event.currentTarget.checked ? 'first_names' : 'queue_numbers')}
        />
        <Button type="submit" loading={busy}>
          Crear enlace
        </Button>
      </form>
    </>
  );
}

function useRevocation(onDone: () => void) {
  const [chosen, setChosen] = useState<WaitingBoard | null>(null);
  const { busy, trouble, run } = useChangeRunner<string>();
  const revoke = () =>
    void run(async () => {
      if (chosen === null) return null;
      const result = await revokeWaitingBoard(chosen.id);
      setChosen(null);
      if (result.type !== 'saved') return saveFailureReasonText(saveFailureOf(result, REVOKE_FAILED_TEXT));
      toast('ok', 'Pantalla anulada.');
      onDone();
      return null;
    });
  return { chosen, setChosen, busy, trouble, revoke };
}

/** Screens of the waiting room of the active branch. Hidden with a base-contract server, which has none. */
export function BoardsCard({ account }: { account: Account }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['waiting-boards', account.userId, account.branchId] satisfies QueryKey,
    queryFn: fetchWaitingBoards,
    retry: false,
  });
  const { chosen, setChosen, busy, trouble, revoke } = useRevocation(() => void refetch());
  if (isUnsupportedCallError(error)) return null;
  return (
    <Card title="Pantallas de espera">
      <p className="boards-about">
        Muestran en la sala a quién llaman los médicos y a qué consultorio. Se abren con un enlace, sin
        usuario.
      </p>
      {error && (
        <Notice kind="error" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, LOAD_FAILED_TEXT)}
        </Notice>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {data && data.length > 0 && (
        <ul className="boards" aria-label="Pantallas de la sede">
          {data.map((board) => (
            <BoardRow key={board.id} board={board} onRevoke={() => setChosen(board)} />
          ))}
        </ul>
      )}
      {data && <NewBoardForm onCreated={() => void refetch()} />}
      <ConfirmDialog
        opened={chosen !== null}
        title="Anular la pantalla"
        confirmLabel="Anular"
        tone="danger"
        busy={busy}
        onConfirm={revoke}
        onCancel={() => setChosen(null)}
      >
        <p>El enlace de «{chosen?.label}» deja de mostrar los llamados. Para volver a usarla, crea otro.</p>
      </ConfirmDialog>
    </Card>
  );
}
