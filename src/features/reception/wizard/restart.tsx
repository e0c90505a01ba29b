import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isEmptyDraftContent } from '#domain/registration.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import type { WizardState } from './use-wizard.ts';

const RestartPrompt = lazyComponent(() =>
  import('./restart-prompt.tsx').then((loaded) => loaded.RestartPrompt),
);

export interface RestartProps {
  draftKey: DraftKey;
  wizard: WizardState;
  onRestart: () => void;
  /** Leaves the correction without changing the registration. */
  onLeave: () => void;
}

export const isWizardEmpty = ({ form, typedCompanies, captures }: WizardState): boolean =>
  isEmptyDraftContent({ form: form.values, typedCompanies }) &&
  captures.pictures.photo === null &&
  captures.pictures.signature === null;

/** Button that discards a form with content. In a correction it returns to the page that opened the correction. */
export function RestartWizard(props: RestartProps) {
  const [isPrompting, setPrompting] = useState(false);
  const label = props.draftKey.entryId === null ? 'Descartar todo' : 'Cancelar corrección';
  return (
    <>
      {!isWizardEmpty(props.wizard) && (
        <Button variant="subtle" onClick={() => setPrompting(true)}>
          {label}
        </Button>
      )}
      {isPrompting && (
        <Suspense>
          <RestartPrompt {...props} label={label} onCancel={() => setPrompting(false)} />
        </Suspense>
      )}
    </>
  );
}
