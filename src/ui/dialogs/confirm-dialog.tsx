import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { DialogActions } from './dialog-actions.tsx';
import './confirm-dialog.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What happens, and what would be lost. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'main' | 'danger';
  /** The button that stands out: 'cancel' where going on is the exception. */
  main?: 'confirm' | 'cancel';
  busy?: boolean;
  /** Something that the dialog asks for is still missing. */
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const MAIN = { variant: 'filled', color: 'accent' };
const DANGER = { variant: 'filled', color: 'bad' };

/** Escape, the cross and a tap outside are all 'no'. The focus starts on 'no' and returns to where it came from. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFocusBack(props.opened);
  return (
    <Modal opened={props.opened} onClose={props.onCancel} title={props.title}>
      <div className="confirm-text">{props.children}</div>
      <DialogActions>
        <Button data-autofocus {...(props.main === 'cancel' ? MAIN : {})} onClick={props.onCancel}>
          {props.cancelLabel ?? 'Cancelar'}
        </Button>
        <Button
          {...(props.main === 'cancel' ? {} : props.tone === 'danger' ? DANGER : MAIN)}
          loading={props.busy ?? false}
          disabled={props.disabled ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Modal>
  );
}
