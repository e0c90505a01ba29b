import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionBar, ActionBarGap } from '#ui/display/cards/card-bar.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { ParkButton, type Parking } from '../parked/parking.tsx';
import type { WizardState } from '../steps/use-wizard.ts';
import './wizard-bar.css';

const RestartPrompt = lazyComponent(() => import('./rarely-shown.tsx'), 'RestartPrompt');

/** Button that discards a form with content. In a correction it returns to the page that opened the correction. */
export function RestartWizardButton({ wizard }: { wizard: WizardState }) {
  const [isPrompting, setPrompting] = useState(false);
  const label = wizard.entryId === null ? 'Descartar todo' : 'Cancelar corrección';
  return (
    <>
      {!wizard.isEmpty && (
        <Button variant="subtle" onClick={() => setPrompting(true)}>
          {label}
        </Button>
      )}
      {isPrompting && <RestartPrompt wizard={wizard} label={label} onCancel={() => setPrompting(false)} />}
    </>
  );
}

interface WizardBarProps {
  wizard: WizardState;
  parking: Parking;
  /** True once the confirmation takes so long that the spinner is shown. */
  isLong: boolean;
  isAtWork: () => boolean;
}

/**
 * Buttons of a step, always visible on a tablet. The forward button submits the form, so that Enter in the last field does the
 * same.
 */
export const WizardBar = ({ wizard, parking, isLong, isAtWork }: WizardBarProps) => {
  const { step, entryId } = wizard;
  const confirmLabel = entryId === null ? 'Confirmar y crear evaluación' : 'Corregir y enviar';
  return (
    <ActionBar className="wizard-bar">
      {step === 0 && entryId === null && (
        <Button onClick={wizard.identity.registerNew}>Registrar nuevo</Button>
      )}
      <RestartWizardButton wizard={wizard} />
      <ActionBarGap />
      {/* A correction cannot be parked, because it belongs to an entry. */}
      {entryId === null && !wizard.isEmpty && <ParkButton parking={parking} />}
      {step > 0 && (
        <Button disabled={isLong} onClick={() => isAtWork() || wizard.back()}>
          Volver
        </Button>
      )}
      <Button
        type="submit"
        data-step-forward
        variant="filled"
        loading={isLong || wizard.isLeaving}
        // Ignores taps during a confirmation, and the second tap of a double tap, which was meant for the previous button.
        onClick={(event) => (isAtWork() || event.detail > 1) && event.preventDefault()}
      >
        {step === 2 ? confirmLabel : 'Siguiente'}
      </Button>
    </ActionBar>
  );
};
