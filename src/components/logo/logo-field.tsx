import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { PictureState } from '#ui/display/pictures/use-picture.ts';
import { PictureField } from './picture-field.tsx';
import './logo-field.css';

export type LogoState = PictureState;

/** Resolves to null on success, otherwise to an error message. */
type LogoChangeErrorPromise = Promise<string | null>;

export interface LogoFieldProps {
  state: LogoState;
  /** Name of the image in the button labels; begins with 'Logo', such as 'Logo de la sede Norte'. */
  name: string;
  accept: readonly string[];
  hint: string;
  removal: string;
  locked?: string | undefined;
  /** Reason why the logo cannot be removed yet. If given, a disabled remove button is shown even without a logo. */
  removalLocked?: string | undefined;
  readOnly?: boolean;
  onPick: (file: File) => LogoChangeErrorPromise;
  onRemove: () => LogoChangeErrorPromise;
}

interface RemoveLogoButtonProps {
  name: string;
  removal: string;
  locked: string | undefined;
  disabled: boolean;
  busy: boolean;
  onRemove: () => Promise<void>;
}

function RemoveLogoButton({ name, removal, locked, disabled, busy, onRemove }: RemoveLogoButtonProps) {
  const reasonId = useId();
  const [isPrompting, setPrompting] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="bad"
        className="logo-remove"
        leftSection={<Icon name="trash" />}
        disabled={disabled}
        aria-label={`Eliminar ${lowerFirst(name)}`}
        aria-describedby={locked === undefined ? undefined : reasonId}
        onClick={() => setPrompting(true)}
      >
        Eliminar logo
      </Button>
      {locked !== undefined && (
        <p className="logo-reason" id={reasonId}>
          {locked}
        </p>
      )}
      <ConfirmDialog
        opened={isPrompting}
        title="¿Eliminar el logo?"
        confirmLabel="Eliminar logo"
        tone="danger"
        busy={busy}
        onConfirm={() => void onRemove().then(() => setPrompting(false))}
        onCancel={() => setPrompting(false)}
      >
        <p>{removal}</p>
      </ConfirmDialog>
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function LogoField(props: LogoFieldProps) {
  const { state, name, accept, hint, removal, locked, removalLocked, readOnly, onPick, onRemove } = props;
  const picking = useChangeRunner<string>();
  const removing = useChangeRunner<string>();
  const waits = picking.busy || removing.busy || locked !== undefined;
  const pick = (file: File) => {
    removing.forget();
    void picking.run(() => onPick(file));
  };
  const remove = () => {
    picking.forget();
    return removing.run(onRemove);
  };
  const label = state.name === 'none' ? 'Subir logo' : 'Cambiar logo';
  return (
    <PictureField
      state={picking.busy ? { name: 'loading' } : state}
      name={name}
      icon="image"
      loadingText="Cargando el logo"
      emptyText="Sin logo"
      hint={readOnly ? null : (locked ?? hint)}
      problem={picking.trouble ?? removing.trouble}
    >
      {!readOnly && (
        <FileButton
          label={label}
          name={`${label.split(' ')[0] ?? ''} ${lowerFirst(name)}`}
          accept={accept.join(',')}
          icon="image"
          disabled={waits}
          onFile={pick}
        />
      )}
      {!readOnly && (state.name !== 'none' || removalLocked !== undefined) && (
        <RemoveLogoButton
          name={name}
          removal={removal}
          locked={removalLocked}
          disabled={waits}
          busy={removing.busy}
          onRemove={remove}
        />
      )}
    </PictureField>
  );
}
