import { Button, Checkbox, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { NewTransferCodeField, type NewTransferCodeProps } from '../new-code.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { TransferProgress, useTransferProgress, type OnTransferProgress } from './transfer-progress.tsx';
import { StorageNotice } from '../connection/storage-notice.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { TransferDialogBody, TransferDialogButtons, TransferDialogText } from './transfer-dialog.tsx';

/** Result of creating a transfer. `after`: text that describes the user's next step. */
export type CreateTransferResult =
  | { readonly type: 'done'; readonly after: ReactNode }
  | { readonly type: 'refused'; readonly text: string }
  | { readonly type: 'storage'; readonly kind: Parameters<typeof StorageNotice>[0]['kind'] };

interface CreateTransferDialogProps {
  title: string;
  children: ReactNode;
  consent: string;
  confirmLabel: string;
  propose: () => string;
  codeProblem: NewTransferCodeProps['codeProblem'];
  make: (code: string, onProgress: OnTransferProgress) => Promise<CreateTransferResult>;
  onClose: () => void;
}

type FailedTransfer = Exclude<CreateTransferResult, { type: 'done' }>;

const TransferFailureNotice = ({ trouble }: { trouble: FailedTransfer }) =>
  trouble.type === 'storage' ? (
    <StorageNotice kind={trouble.kind} />
  ) : (
    <Notice kind="error">{trouble.text}</Notice>
  );

function CreateTransferForm({
  onDone,
  ...props
}: CreateTransferDialogProps & { onDone: (after: ReactNode) => void }) {
  const [first] = useState(props.propose);
  const [code, setCode] = useState<string | null>(first);
  const [agreed, setAgreed] = useState(false);
  const { busy, trouble, run } = useChangeRunner<FailedTransfer>();
  const { progress, onProgress } = useTransferProgress();
  const makeTransfer = async (chosen: string) => {
    const given = await props.make(chosen, onProgress);
    if (given.type !== 'done') return given;
    onDone(given.after);
    return null;
  };
  return (
    <TransferDialogBody
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== null && agreed) void run(() => makeTransfer(code));
      }}
    >
      <TransferDialogText>{props.children}</TransferDialogText>
      <NewTransferCodeField
        initial={first}
        propose={props.propose}
        codeProblem={props.codeProblem}
        hint="Mínimo 8 caracteres. Mayúsculas, tildes y guiones no importan."
        onChange={setCode}
      />
      <Checkbox
        label={props.consent}
        checked={agreed}
        onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
      />
      {trouble && <TransferFailureNotice trouble={trouble} />}
      {busy && <TransferProgress progress={progress} word="Preparando" />}
      <TransferDialogButtons>
        <Button onClick={props.onClose}>Cancelar</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={code === null || !agreed}>
          {props.confirmLabel}
        </Button>
      </TransferDialogButtons>
    </TransferDialogBody>
  );
}

/**
 * Encrypts entries under a code for another user. The dialog shows the entries, asks for consent, and then explains how to pass
 * on the code.
 */
export function CreateTransferDialog(props: CreateTransferDialogProps) {
  useRestoreFocus();
  const [after, setAfter] = useState<ReactNode>(null);
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeOnClickOutside={false}>
      {after === null ? (
        <CreateTransferForm {...props} onDone={setAfter} />
      ) : (
        <TransferDialogBody as="output">
          {after}
          <TransferDialogButtons>
            <Button ref={focusOnMount} variant="filled" onClick={props.onClose}>
              Listo
            </Button>
          </TransferDialogButtons>
        </TransferDialogBody>
      )}
    </Modal>
  );
}
