import { Button, Modal, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { Notice, type NoticeKind } from '#ui/notices/notice.tsx';
import { TransferProgress, useTransferProgress, type OnTransferProgress } from './transfer-progress.tsx';
import { StorageNotice } from '../connection/storage-notice.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { TransferDialogBody, TransferDialogButtons, TransferDialogText } from './transfer-dialog.tsx';

type ReceiveStorageFailure = {
  readonly type: 'storage';
  readonly kind: Parameters<typeof StorageNotice>[0]['kind'];
};
type TransferReceivedResult = { readonly type: 'received'; readonly kind: NoticeKind; readonly text: string };

/** Transfer that was decrypted with its code, and a function that adds its entries to the user's outbox. */
export interface ReceivableTransfer {
  readonly type: 'open';
  readonly preview: string;
  readonly receive: (
    onProgress: OnTransferProgress,
  ) => Promise<TransferReceivedResult | ReceiveStorageFailure>;
}
type OpenTransferResult =
  | ReceivableTransfer
  | { readonly type: 'refused'; readonly text: string }
  | ReceiveStorageFailure;

interface ReceiveDialogProps {
  title: string;
  children: ReactNode;
  open: (code: string) => Promise<OpenTransferResult>;
  onClose: () => void;
}

const ReceiveFailureNotice = ({ trouble }: { trouble: Exclude<OpenTransferResult, ReceivableTransfer> }) =>
  trouble.type === 'storage' ? (
    <StorageNotice kind={trouble.kind} />
  ) : (
    <Notice kind="error">{trouble.text}</Notice>
  );

function OpenTransferForm(
  props: Omit<ReceiveDialogProps, 'title'> & { onOpened: (opened: ReceivableTransfer) => void },
) {
  const [code, setCode] = useState('');
  const { busy, trouble, run, forget } = useChangeRunner<Exclude<OpenTransferResult, ReceivableTransfer>>();
  const box = useRef<HTMLInputElement>(null);
  const open = async () => {
    const opened = await props.open(code);
    if (opened.type === 'open') {
      props.onOpened(opened);
      return null;
    }
    // Returns the focus to the field, because the submit button was disabled during the check and thereby lost the focus.
    box.current?.focus();
    box.current?.select();
    return opened;
  };
  return (
    <TransferDialogBody
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(open);
      }}
    >
      <TransferDialogText>{props.children}</TransferDialogText>
      <TextInput
        ref={box}
        label="Código"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={code}
        onChange={({ currentTarget: { value } }) => {
          forget();
          setCode(value);
        }}
      />
      {trouble && <ReceiveFailureNotice trouble={trouble} />}
      <TransferDialogButtons>
        <Button onClick={props.onClose}>Cancelar</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={code.trim() === ''}>
          Abrir
        </Button>
      </TransferDialogButtons>
    </TransferDialogBody>
  );
}

function TransferPreview({ opened, onClose }: { opened: ReceivableTransfer; onClose: () => void }) {
  const [received, setReceived] = useState<TransferReceivedResult | null>(null);
  const { busy, trouble, run } = useChangeRunner<ReceiveStorageFailure>();
  const { progress, onProgress } = useTransferProgress();
  const receive = async () => {
    const result = await opened.receive(onProgress);
    if (result.type === 'storage') return result;
    setReceived(result);
    return null;
  };
  if (received)
    return (
      <TransferDialogBody as="div">
        <Notice kind={received.kind}>{received.text}</Notice>
        <TransferDialogButtons>
          <Button ref={focusOnMount} variant="filled" onClick={onClose}>
            Listo
          </Button>
        </TransferDialogButtons>
      </TransferDialogBody>
    );
  return (
    <TransferDialogBody as="div">
      <p>{opened.preview}</p>
      {trouble && <ReceiveFailureNotice trouble={trouble} />}
      {busy && <TransferProgress progress={progress} word="Recibiendo" />}
      <TransferDialogButtons>
        <Button onClick={onClose}>Cancelar</Button>
        <Button ref={focusOnMount} variant="filled" loading={busy} onClick={() => void run(receive)}>
          Recibir
        </Button>
      </TransferDialogButtons>
    </TransferDialogBody>
  );
}

/** Opens a transfer with its code, shows its content before the user receives it, and then shows the result. */
export function ReceiveDialog({ title, children, open, onClose }: ReceiveDialogProps) {
  useRestoreFocus();
  const [opened, setOpened] = useState<ReceivableTransfer | null>(null);
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      {opened ? (
        <TransferPreview opened={opened} onClose={onClose} />
      ) : (
        <OpenTransferForm open={open} onClose={onClose} onOpened={setOpened}>
          {children}
        </OpenTransferForm>
      )}
    </Modal>
  );
}
