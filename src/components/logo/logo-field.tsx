import { Button, Loader } from '@mantine/core';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PictureImage } from '#ui/display/picture-image.tsx';
import { useChange } from '#ui/forms/use-change.ts';
import type { PictureState } from '#ui/display/use-picture.ts';
import './logo-field.css';

export type LogoState = PictureState;

/** Resolves to what went wrong, in words; to null when it is done. */
type LogoChange = Promise<string | null>;

export interface LogoFieldProps {
  state: LogoState;
  /** What the picture shows and the buttons are about; begins with 'Logo': 'Logo de la sede Norte'. */
  name: string;
  /** MIME types for the file dialog; what a file really is `onPick` looks at. */
  accept: readonly string[];
  /** Which files, how large: stands beside the buttons. */
  hint: string;
  /** What the dialog says about removing. */
  removal: string;
  /** Why it cannot be changed now, in words. */
  locked?: string | undefined;
  /** Why there is nothing yet that could be removed, in words; the button stands there all the same, and waits. */
  removalLocked?: string | undefined;
  /** Only looked at: no buttons. */
  readOnly?: boolean;
  onPick: (file: File) => LogoChange;
  onRemove: () => LogoChange;
}

const Preview = ({ state, name, busy }: { state: LogoState; name: string; busy: boolean }) => (
  <div className="logo-preview" aria-busy={busy || state.name === 'loading'}>
    {busy || state.name === 'loading' ? (
      <>
        <Loader />
        <span className="visually-hidden">Cargando el logo</span>
      </>
    ) : state.name === 'present' ? (
      <PictureImage picture={state.picture} alt={name} />
    ) : (
      <span className="logo-preview-empty">
        <Icon name="image" size={28} />
        {state.name === 'none' ? 'Sin logo' : 'No se ve'}
      </span>
    )}
  </div>
);

interface RemoveProps {
  name: string;
  removal: string;
  locked: string | undefined;
  disabled: boolean;
  busy: boolean;
  onRemove: () => Promise<void>;
}

function Remove({ name, removal, locked, disabled, busy, onRemove }: RemoveProps) {
  const reasonId = useId();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="bad"
        className="logo-remove"
        leftSection={<Icon name="trash" />}
        disabled={disabled}
        aria-label={`Eliminar ${lowered(name)}`}
        aria-describedby={locked === undefined ? undefined : reasonId}
        onClick={() => setAsking(true)}
      >
        Eliminar logo
      </Button>
      {locked !== undefined && (
        <p className="logo-hint" id={reasonId}>
          {locked}
        </p>
      )}
      <ConfirmDialog
        opened={asking}
        title="¿Eliminar el logo?"
        confirmLabel="Eliminar logo"
        tone="danger"
        busy={busy}
        onConfirm={() => void onRemove().then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      >
        <p>{removal}</p>
      </ConfirmDialog>
    </>
  );
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A logo that can be looked at, put in, replaced and, after a question, taken away. */
export function LogoField(props: LogoFieldProps) {
  const { state, name, accept, hint, removal, locked, removalLocked, readOnly, onPick, onRemove } = props;
  const picking = useChange<string>();
  const removing = useChange<string>();
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
      <Preview state={state} name={name} busy={picking.busy} />
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
              name={`${label.split(' ')[0] ?? ''} ${lowered(name)}`}
              accept={accept.join(',')}
              icon="image"
              disabled={waits}
              onFile={pick}
            />
            {(state.name !== 'none' || removalLocked !== undefined) && (
              <Remove
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
