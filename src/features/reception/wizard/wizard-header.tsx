import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import type { DraftKey } from '../draft/draft-channel.ts';
import { SavedLine } from '../draft/saved-line.tsx';
import type { WizardStart } from '../draft/start.ts';
import { Notices } from '../steps/notices.tsx';
import { isEmpty } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';
import './wizard-header.css';

interface WizardHeaderProps {
  draftKey: DraftKey;
  wizard: WizardState;
  start: WizardStart;
  steps: ReactNode;
  /** Under the title: who waits. */
  waiting: ReactNode;
}

/** Title, steps and what is saved. */
export function WizardHeader({ draftKey, wizard, start, steps, waiting }: WizardHeaderProps) {
  const [restored, setRestored] = useState(start.restored);
  // Whoever goes on has seen it; it does not come back when a key is taken back.
  if (restored && wizard.draft.changed) setRestored(false);
  return (
    <>
      <PageHeader
        title={draftKey.entryId === null ? 'Registrar paciente' : 'Corregir y enviar'}
        sub={
          <span className="wizard-sub">
            {/* The last step has nothing to type. */}
            {wizard.step < 2 && <SavedLine draft={wizard.draft} restored={start.restored} />}
            {waiting}
          </span>
        }
        actions={steps}
      />
      {restored && !isEmpty(wizard) && (
        <Notices>
          <Notice
            kind="info"
            title="Borrador recuperado"
            action={<Button onClick={() => setRestored(false)}>Continuar</Button>}
          >
            Sigue donde ibas, o empieza de nuevo si es otra persona.
          </Notice>
        </Notices>
      )}
    </>
  );
}
