import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRestoreFocus } from '../hooks/focus/use-focus-back.ts';
import { DialogActions } from './dialog-actions.tsx';
import './confirm-dialog.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'main' | 'danger';
  /** Button that is highlighted; 'cancel' when users should rarely confirm. */
  main?: 'confirm' | 'cancel';
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const MAIN_BUTTON_PROPS = { variant: 'filled', color: 'accent' };
const DANGER_BUTTON_PROPS = { variant: 'filled', color: 'bad' };

/**
 * Dialog to confirm or cancel an action. Escape, the close button and a tap outside cancel. The focus starts on the cancel
 * button and finally returns to the element that had it before.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useRestoreFocus(props.opened);
  return (
    <Modal opened={props.opened} onClose={props.onCancel} title={props.title}>
      <div className="confirm-text">{props.children}</div>
      <DialogActions>
        <Button
          data-autofocus
          {...(props.main === 'cancel' ? MAIN_BUTTON_PROPS : {})}
          onClick={props.onCancel}
        >
          {props.cancelLabel ?? 'Cancelar'}
        </Button>
        <Button
          {...(props.main === 'cancel'
            ? {}
            : props.tone === 'danger'
              ? DANGER_BUTTON_PROPS
              : MAIN_BUTTON_PROPS)}
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
