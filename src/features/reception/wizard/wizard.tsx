import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { StepIndicator } from '#ui/page/step-indicator.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { ConfirmationStep } from '../steps/confirmation-step.tsx';
import { EvaluationStep } from '../steps/evaluation-step.tsx';
import { PatientStep } from '../steps/patient-step.tsx';
import { ConfirmNotice, MISSING_PICTURES } from './confirm-notice.tsx';
import { tellOtherWindows } from '../draft/draft-channel.ts';
import type { Captures } from '../draft/use-captures.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import type { WizardStart } from '../draft/start.ts';
import { useConfirm } from './use-confirm.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { useWizard, type WizardState } from './use-wizard.ts';
import { WizardBar } from './wizard-bar.tsx';
import { WizardHeader } from './wizard-header.tsx';
import { Notices } from '../steps/notices.tsx';
import './wizard.css';

const STEPS = ['Datos del paciente', 'Evaluación y empresas', 'Confirmación'];

interface WizardProps {
  account: Account;
  branchId: string;
  entryId: string | null;
  start: WizardStart;
  onConfirmed: (entryId: string) => void;
  onRestart: () => void;
}

/** The same draft in two windows: the one left behind must not show or send what is no longer so. */
const ElsewhereNotice = ({ onReload }: { onReload: () => void }) => (
  <Notice
    kind="warn"
    title="Este borrador se envió o cambió en otra ventana."
    action={<Button onClick={onReload}>Recargar</Button>}
  >
    Aquí ya no se guarda nada. Recarga para seguir con lo que hay en el dispositivo.
  </Notice>
);

function StepFields({ wizard, draftKey }: { wizard: WizardState; draftKey: DraftKey }) {
  switch (wizard.step) {
    case 0:
      return (
        <PatientStep
          form={wizard.form}
          draftKey={draftKey}
          identity={wizard.identity}
          onForward={wizard.next}
        />
      );
    case 1:
      return <EvaluationStep form={wizard.form} ownerId={draftKey.ownerId} />;
    case 2:
      return <ConfirmationStep form={wizard.form.values} captures={wizard.captures} onEdit={wizard.go} />;
  }
}

/** A new step begins at its top, for the eye and for the screen reader; not at the first sight of the page. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

function useWizardConfirm(props: WizardProps, draftKey: DraftKey, wizard: WizardState) {
  const { form, identity, draft, captures } = wizard;
  return useConfirm({
    ...draftKey,
    branchId: props.branchId,
    form: form.values,
    linked: identity.linked,
    settle: async () => {
      await draft.saver.flush();
      await captures.settle();
    },
    onConfirmed: (entryId) => {
      draft.saver.stop();
      tellOtherWindows(draftKey);
      props.onConfirmed(entryId);
    },
  });
}

type Confirming = ReturnType<typeof useWizardConfirm>;

/** What was said of pictures that were missing goes as soon as they are there. */
function useMissingPictures({ complete, pictures }: Captures, { state, cancel }: Confirming) {
  const [isSaid, setSaid] = useState(false);
  const [seen, setSeen] = useState(pictures);
  if (isSaid && complete) setSaid(false);
  if (seen !== pictures) {
    setSeen(pictures);
    if (state.name === 'failed' && state.failure.type === 'pictures_missing') cancel();
  }
  return { isMissing: isSaid && !complete, say: () => setSaid(!complete) };
}

export function Wizard(props: WizardProps) {
  const { account, entryId, start } = props;
  const draftKey: DraftKey = { ownerId: account.userId, entryId };
  const wizard = useWizard(draftKey, start);
  const confirming = useWizardConfirm(props, draftKey, wizard);
  const { state, confirm, cancel } = confirming;
  const missing = useMissingPictures(wizard.captures, confirming);
  const heading = useStepFocus(wizard.step);
  const busy = state.name === 'busy';
  const { elsewhere } = wizard.draft;
  const storageTrouble = wizard.draft.problem ?? wizard.captures.problem;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (elsewhere) return;
    if (wizard.step < 2) return wizard.next();
    missing.say();
    if (wizard.captures.complete && wizard.isValid()) confirm(false).catch(reportError);
  };

  return (
    <form noValidate autoComplete="off" data-kept onSubmit={submit}>
      <WizardHeader {...props} draftKey={draftKey} wizard={wizard} />
      <Notices>
        {start.refusal && <RefusalNotice refusal={start.refusal} wizard={wizard} />}
        {elsewhere && <ElsewhereNotice onReload={props.onRestart} />}
        {storageTrouble !== null && <StorageNotice kind={storageTrouble} />}
      </Notices>
      <StepIndicator steps={STEPS} active={wizard.step} marked={wizard.marked.map(({ step }) => step)} />
      <Card>
        <h2 className="step-place" tabIndex={-1} ref={heading}>
          Paso {wizard.step + 1} de 3: {STEPS[wizard.step]}
        </h2>
        <div inert={busy || elsewhere}>
          <StepFields wizard={wizard} draftKey={draftKey} />
        </div>
        <Notices>
          {missing.isMissing && <Notice kind="error">{MISSING_PICTURES}</Notice>}
          {state.name === 'failed' && <ConfirmNotice failure={state.failure} />}
        </Notices>
        {!elsewhere && <WizardBar wizard={wizard} correcting={entryId !== null} busy={busy} />}
      </Card>
      <ConfirmDialog
        opened={state.name === 'asking'}
        title="¿Registrar otra vez a la misma persona?"
        main="cancel"
        confirmLabel="Registrar de nuevo"
        cancelLabel="Volver a revisar"
        onConfirm={() => void confirm(true).catch(reportError)}
        onCancel={cancel}
      >
        {state.name === 'asking' && `${state.text} Se creará otra evaluación.`}
      </ConfirmDialog>
    </form>
  );
}
