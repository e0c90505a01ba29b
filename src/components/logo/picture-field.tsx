import { Button, Loader } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import type { PictureState } from '#ui/display/pictures/use-picture.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import './picture-field.css';

interface PictureFieldProps {
  state: PictureState;
  /** Name of the image and of the field. */
  name: string;
  icon: IconName;
  loadingText: string;
  emptyText: string;
  /** Files that are accepted, or the reason why none can be chosen now; null if the field is read-only. */
  hint: string | null;
  /** Reason why the last change failed. */
  problem: string | null;
  /** Buttons that change the image. */
  children: ReactNode;
}

/** Stored image with the buttons that change it. */
export function PictureField(props: PictureFieldProps) {
  const { state, name, icon, loadingText, emptyText, hint, problem, children } = props;
  const id = useId();
  return (
    <fieldset className="picture-field" aria-describedby={problem === null ? undefined : id}>
      <legend className="visually-hidden">{name}</legend>
      <div className="picture-preview" aria-busy={state.name === 'loading'}>
        {state.name === 'loading' ? (
          <>
            <Loader />
            <span className="visually-hidden">{loadingText}</span>
          </>
        ) : state.name === 'present' ? (
          <ImageFromBytes picture={state.picture} alt={name} />
        ) : (
          <span className="picture-preview-empty">
            <Icon name={icon} size={28} />
            {state.name === 'none' ? emptyText : 'No se ve'}
          </span>
        )}
      </div>
      <div className="picture-side">
        {hint !== null && <p className="picture-hint">{hint}</p>}
        {state.name === 'failed' && (
          <div className="picture-failed">
            <FieldError id={`${id}-failed`}>{state.text}</FieldError>
            <Button variant="subtle" leftSection={<Icon name="again" />} onClick={state.retry}>
              Reintentar
            </Button>
          </div>
        )}
        <div className="picture-actions">{children}</div>
        {problem !== null && <FieldError id={id}>{problem}</FieldError>}
      </div>
    </fieldset>
  );
}
