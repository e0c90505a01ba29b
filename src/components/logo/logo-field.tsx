import { Button, Loader } from '@mantine/core';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/picture-image.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { PictureState } from '#ui/display/use-picture.ts';
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

const LogoPreview = ({ state, name, busy }: { state: LogoState; name: string; busy: boolean }) => (
  <div className="logo-preview" aria-busy={busy || state.name === 'loading'}>
    {busy || state.name === 'loading' ? (
      <>
        <Loader />
        <span className="visually-hidden">Cargando el logo</span>
      </>
    ) : state.name === 'present' ? (
      <ImageFromBytes picture={state.picture} alt={name} />
    ) : (
      <span className="logo-preview-empty">
        <Icon name="image" size={28} />
        {state.name === 'none' ? 'Sin logo' : 'No se ve'}
      </span>
    )}
  </div>
);

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
        <p className="logo-hint" id={reasonId}>
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
  const id = useId();
  const problem = picking.trouble ?? removing.trouble;
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
    <fieldset className="logo-field" aria-describedby={problem === null ? undefined : id}>
      <legend className="visually-hidden">{name}</legend>
      <LogoPreview state={state} name={name} busy={picking.busy} />
      <div className="logo-side">
        {!readOnly && <p className="logo-hint">{locked ?? hint}</p>}
        {state.name === 'failed' && (
          <div className="logo-failed">
            <FieldError id={`${id}-failed`}>{state.text}</FieldError>
            <Button variant="subtle" leftSection={<Icon name="again" />} onClick={state.retry}>
              Reintentar
            </Button>
          </div>
        )}
        {!readOnly && (
          <div className="logo-actions">
            <FileButton
              label={label}
              name={`${label.split(' ')[0] ?? ''} ${lowerFirst(name)}`}
              accept={accept.join(',')}
              icon="image"
              disabled={waits}
              onFile={pick}
            />
            {(state.name !== 'none' || removalLocked !== undefined) && (
              <RemoveLogoButton
                name={name}
                removal={removal}
                locked={removalLocked}
                disabled={waits}
                busy={removing.busy}
                onRemove={remove}
              />
            )}
          </div>
        )}
        {problem !== null && <FieldError id={id}>{problem}</FieldError>}
      </div>
    </fieldset>
  );
}
