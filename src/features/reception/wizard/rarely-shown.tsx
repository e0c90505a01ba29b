import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Rejection } from '#domain/outbox/item.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { rejectionTitle } from '#sync/messages/rejection-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { NoticeList } from '#ui/notices/notice-list.tsx';
import { Notice, type NoticeKind } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import { formatFieldProblems, splitProblemsByField } from '../form/field-details.ts';
import { MISSING_PICTURES_MESSAGE, type ConfirmFailure } from './use-confirm.ts';
import type { WizardState } from '../steps/use-wizard.ts';

/** Notice that another window has changed this draft, so that this window shows and sends no outdated data. */
export const OtherWindowNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);

/** Shows the server's rejection of the entry in correction (S10). Messages about a field are shown at the field. */
export function RejectionNotice({ refusal, wizard }: { refusal: Rejection; wizard: WizardState }) {
  const [away] = wizard.marked;
  return (
    <Notice
      kind="error"
      title={rejectionTitle('evaluation', refusal, 'El servidor no aceptó esta evaluación')}
      action={
        away && (
          <Button onClick={() => wizard.showMarked(away)}>Ver lo marcado en el paso {away.step + 1}</Button>
        )
      }
    >
      <NoticeList lines={formatFieldProblems(splitProblemsByField(refusal.details).rest)} />
      Corrígela y envíala de nuevo; la hora de captura no cambia.
    </Notice>
  );
}

interface ConfirmFailureTexts {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  readonly hasPendingLink?: true;
}

const CONFIRM_FAILURE_TEXTS: Record<Exclude<ConfirmFailure['type'], 'storage'>, ConfirmFailureTexts> = {
  pictures_missing: {
    kind: 'error',
    title: MISSING_PICTURES_MESSAGE,
    text: 'Las capturas de este borrador no están en el dispositivo. Si lo confirmaste en otra pestaña, ya está en pendientes; si no, toma la foto y la firma otra vez.',
    hasPendingLink: true,
  },
  unverified: {
    kind: 'error',
    title: 'No se pudo comprobar lo guardado en este dispositivo. No está confirmada.',
    text: 'Los datos siguen aquí. Intenta de nuevo mientras el paciente está presente; si se repite, usa otro dispositivo y avisa al administrador.',
  },
  not_correctable: {
    kind: 'error',
    title: 'Esta evaluación ya no espera correcciones.',
    text: 'Se descartó o pasó a otra persona mientras la corregías, o espera antes otra decisión tuya.',
    hasPendingLink: true,
  },
  reason_needed: {
    kind: 'warn',
    title: 'La evaluación ya salió hacia el servidor.',
    text: 'Nada se perdió: escribe el motivo y confirma de nuevo; se enviará como corrección.',
  },
  nothing_changed: {
    kind: 'info',
    title: 'No has cambiado nada.',
    text: 'Cambia lo que esté mal, o vuelve sin corregir.',
  },
};

const PENDING_LINK = (
  <Button component={Link} to="/pending">
    Ver pendientes
  </Button>
);

function ConfirmFailureNotice({ failure }: { failure: ConfirmFailure }) {
  if (failure.type === 'storage') return <StorageNotice kind={failure.problem.kind} />;
  const { kind, title, text, hasPendingLink } = CONFIRM_FAILURE_TEXTS[failure.type];
  return (
    <Notice kind={kind} title={title} action={hasPendingLink && PENDING_LINK}>
      {text}
    </Notice>
  );
}

export function ScrolledFailureNotice({ failure }: { failure: ConfirmFailure }) {
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

interface RestartPromptProps {
  wizard: WizardState;
  label: string;
  onCancel: () => void;
}

/** Discards everything on the screen after the user confirms. */
export function RestartPrompt({ wizard, label, onCancel }: RestartPromptProps) {
  const { ownerId, entryId, onRestart, onLeave } = wizard;
  const restart = async () => {
    wizard.draft.saver.stop();
    // A photo in preparation must not be written after the draft is discarded. A failed write does not matter.
    await wizard.captures.settle().catch(() => undefined);
    try {
      await discardDraft(ownerId, entryId);
      notifyOtherWindows(wizard);
    } catch (error) {
      // Another window has stored another patient in the draft. The page then shows this draft and does not discard it.
      if (!(error instanceof StorageProblem) || error.kind !== 'changed') throw error;
      return onRestart();
    }
    return entryId === null ? onRestart() : onLeave();
  };
  const texts =
    entryId === null
      ? {
          title: '¿Descartar todo?',
          cancelLabel: 'Cancelar',
          children: 'Se borran los datos escritos, la foto y la firma de este borrador.',
        }
      : {
          title: '¿Cancelar la corrección?',
          cancelLabel: 'Seguir corrigiendo',
          children: 'El registro queda como estaba. Lo que cambiaste aquí se pierde.',
        };
  return (
    <ConfirmDialog
      opened
      confirmLabel={label}
      tone="danger"
      onConfirm={() => void restart().catch(reportError)}
      onCancel={onCancel}
      {...texts}
    />
  );
}
