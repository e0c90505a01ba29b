import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WizardState } from './use-wizard.ts';
import { ActionBar, ActionBarGap } from '#ui/display/card-bar.tsx';
import './wizard-bar.css';

interface WizardBarProps {
  wizard: WizardState;
  correcting: boolean;
  /** True once the confirmation takes so long that the spinner is shown. */
  isLong: boolean;
  isAtWork: () => boolean;
  restart: ReactNode;
  parking: ReactNode;
}

/**
 * Buttons of a step, always visible on a tablet. The forward button submits the form, so that Enter in the last field does the
 * same.
 */
export const WizardBar = ({ wizard, correcting, isLong, isAtWork, restart, parking }: WizardBarProps) => {
  const { step } = wizard;
  const confirmLabel = correcting ? 'Corregir y enviar' : 'Confirmar y crear evaluación';
  return (
    <ActionBar className="wizard-bar">
      {step === 0 && !correcting && <Button onClick={wizard.identity.registerNew}>Registrar nuevo</Button>}
      {restart}
      <ActionBarGap />
      {parking}
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
