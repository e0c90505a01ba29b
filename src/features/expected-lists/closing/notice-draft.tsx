import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { AbsenceNotices } from '#contract/records/evaluation/attendance.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { toast } from '#ui/notices/toast.ts';
import { ChangeFailure } from '../base/expected-change.tsx';
import { useNoticeCreation } from './use-notice-creation.ts';
import './notice-draft.css';

type Draft = NonNullable<AbsenceNotices['draft']>;

/** Notice as the company will read it. */
export const NoticeText = ({ subject, text }: Pick<Draft, 'subject' | 'text'>) => (
  <div className="absence-notice-text">
    <b>{subject}</b>
    <p>{text}</p>
  </div>
);

async function copyNotice({ subject, text }: Draft): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${subject}\n\n${text}`);
    toast('ok', 'Texto copiado.');
  } catch {
    // The browser denied copying.
    toast('error', 'No se pudo copiar. Selecciona el texto y cópialo.');
  }
}

interface SentPromptProps {
  opened: boolean;
  to: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Prompt before the user states that the notice was sent, because the list then stays closed. */
const SentPrompt = ({ opened, to, onClose, onConfirm }: SentPromptProps) => (
  <ConfirmDialog
    opened={opened}
    title="¿Ya enviaste el aviso?"
    confirmLabel="Sí, anotarlo"
    cancelLabel="Todavía no"
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
    onCancel={onClose}
  >
    <p>Queda anotado que lo enviaste{to === '' ? '' : ` a ${to}`}. Después la lista no se puede reabrir.</p>
  </ConfirmDialog>
);

interface NoticeDraftProps {
  listId: string;
  draft: Draft;
  /** False if the server sends no mail. */
  sendsMail: boolean;
  /** True if the text is also offered to be copied, because sending it failed. */
  isCopyOffered: boolean;
  disabledById: string | undefined;
  refetch: () => Promise<void>;
}

/** Preview of the notice with its recipient, and the buttons that send it. */
export function NoticeDraft(props: NoticeDraftProps) {
  const { listId, draft, sendsMail, isCopyOffered, disabledById, refetch } = props;
  const [to, setTo] = useState(draft.to ?? '');
  const { busy, trouble, send, markSent } = useNoticeCreation(listId, refetch);
  const wayId = useId();
  const toError = trouble?.details.find(({ field }) => field === 'to')?.message;
  const disabled = { disabled: disabledById !== undefined, 'aria-describedby': disabledById };
  // The user states that this text was sent, although the list may have changed since it was copied.
  const [copied, setCopied] = useState<Draft | null>(null);
  const [isPrompting, setPrompting] = useState(false);
  return (
    <form
      className="absence-notice-draft"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (sendsMail) send({ to, digest: draft.digest });
      }}
    >
      <TextInput
        label="Correo de la empresa"
        description="Lo puedes cambiar solo para este aviso."
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={EMAIL_MAX_LENGTH}
        required
        value={to}
        error={toError}
        onChange={({ currentTarget: { value } }) => setTo(value)}
      />
      <NoticeText {...draft} />
      {toError === undefined && <ChangeFailure trouble={trouble} />}
      {!sendsMail && (
        <p id={wayId} className="absence-notice-way">
          Este servidor no envía correos. Copia el texto, envíalo desde tu correo y anótalo aquí.
        </p>
      )}
      <ButtonRow>
        {sendsMail && (
          <Button type="submit" variant="filled" loading={busy} {...disabled}>
            Enviar aviso
          </Button>
        )}
        {(!sendsMail || isCopyOffered) && (
          <>
            <Button
              leftSection={<Icon name="copy" />}
              onClick={() => {
                setCopied(draft);
                void copyNotice(draft);
              }}
            >
              Copiar texto
            </Button>
            <Button
              variant={sendsMail ? 'default' : 'filled'}
              loading={busy && !sendsMail}
              {...disabled}
              aria-describedby={disabledById ?? (sendsMail ? undefined : wayId)}
              onClick={() => setPrompting(true)}
            >
              Ya lo envié
            </Button>
          </>
        )}
      </ButtonRow>
      <SentPrompt
        opened={isPrompting}
        to={to.trim()}
        onClose={() => setPrompting(false)}
        onConfirm={() => markSent({ to, digest: (copied ?? draft).digest })}
      />
    </form>
  );
}
