import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { Captures } from '../draft/use-captures.ts';
import { useEnterToContinue } from '../form/enter.ts';
import { noAutofillProps } from '../form/no-autofill.ts';
import { focusDocumentField, focusForwardButton, focusElement } from '../form/focus.ts';
import { findFirstInvalidFields, stepErrors } from '../form/registration-schema.ts';
import { unusualDocumentNumberWarning } from '../form/soft-warnings.ts';
import { StepNotices } from '../steps/notices.tsx';
import { PICTURE_IDENTITY_SELECTOR } from '../draft/use-captures.ts';
import { MISSING_PICTURES_MESSAGE, useConfirm } from './use-confirm.ts';
import type { WizardState } from '../steps/use-wizard.ts';
import { useStepBack } from './use-step-back.ts';
import { useCorrectionRequirements } from '../correction/use-sent-correction.ts';
import type { Parking } from '../parked/parking.tsx';
import { WizardBar } from './wizard-bar.tsx';

const CorrectionSection = lazyComponent(
  () => import('../correction/corrected-fields.tsx'),
  'CorrectedFields',
);
const LazyFailureNotice = lazyComponent(() => import('./rarely-shown.tsx'), 'ScrolledFailureNotice');

const REPEAT_PROMPTS = {
  registered: { title: '¿Registrar otra vez a la misma persona?', confirmLabel: 'Registrar de nuevo' },
  moved: { title: '¿Es de esta persona el registro?', confirmLabel: 'Corregir y enviar' },
} as const;

const ANSWER_PATIENT_FIRST_TEXT = 'Responde primero si es otra persona.';
const ANSWER_PICTURE_IDENTITY_TEXT = 'Responde primero de quién son la foto y la firma.';

interface ConfirmFormProps {
  wizard: WizardState;
  parking: Parking;
  head: ReactNode;
  title: ReactNode;
  fields: ReactNode;
}

/** Requires the user's decision about a number that is impossible for its document type, once per number. */
function useUnusualNumberPrompt({ form, identity, step, edit }: WizardState) {
  const [prompt, setPrompt] = useState<{ readonly text: string; readonly onRight: () => void } | null>(null);
  const right = useRef<string | null>(null);
  const { identification_number: number } = form.values;
  return {
    text: prompt?.text,
    /**
     * Calls `onRight` once the user has decided. Calls it at once for a found patient, and while data are missing, because
     * missing data are reported first.
     */
    passes: (onRight: () => void) => {
      const isMissing = findFirstInvalidFields(stepErrors(form.values, 0)).length > 0;
      const isRight = isMissing || identity.linked !== null || number === right.current;
      const text = isRight ? null : unusualDocumentNumberWarning(form.values);
      if (text === null) onRight();
      else setPrompt({ text, onRight });
    },
    confirm: () => {
      right.current = number;
      setPrompt(null);
      prompt?.onRight();
    },
    cancel: () => {
      setPrompt(null);
      if (step === 0) focusDocumentField();
      else edit(0);
    },
  };
}

/**
 * Dialog whose confirmation also dispatches a submit event, as the form's button does, so that keys typed after it are kept for
 * the next patient (P10.244).
 */
function ConfirmAgainDialog({ onConfirm, ...props }: ComponentProps<typeof ConfirmDialog>) {
  const answer = () => {
    window.dispatchEvent(new Event('submit'));
    onConfirm();
  };
  return <ConfirmDialog main="cancel" cancelLabel="Volver a revisar" onConfirm={answer} {...props} />;
}

function useMissingPicturesMessage(
  { complete, pictures }: Captures,
  { state, cancel }: ReturnType<typeof useConfirm>,
) {
  const [tries, setTries] = useState(0);
  const [seen, setSeen] = useState(pictures);
  if (tries > 0 && complete) setTries(0);
  if (seen !== pictures) {
    setSeen(pictures);
    if (state.name === 'failed' && state.failure.type === 'pictures_missing') cancel();
  }
  return { tries: complete ? 0 : tries, say: () => setTries((before) => (complete ? 0 : before + 1)) };
}

/** Message about missing pictures. It scrolls into view, because the bar at the bottom may hide it. */
function MissingPicturesNotice() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Notice kind="error">{MISSING_PICTURES_MESSAGE}</Notice>
    </div>
  );
}

/**
 * Blocks input as `inert` does, but keeps the appearance, so that nothing flickers during a confirmation. Listeners outside
 * React do not receive the events either.
 */
function blockingHandlers(isHeld: () => boolean) {
  const blockWhileHeld = (event: SyntheticEvent): void => {
    if (!isHeld()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDownCapture: blockWhileHeld,
    onClickCapture: blockWhileHeld,
    onKeyDownCapture: blockWhileHeld,
  };
}

/**
 * Form around each step. It holds the state of the confirmation itself, so that a tap on 'Confirmar' does not render the
 * fields.
 */
export function ConfirmForm({ wizard, parking, head, title, fields }: ConfirmFormProps) {
  const { step, correcting, question } = wizard;
  const isNew = wizard.entryId === null;
  const confirming = useConfirm(wizard);
  const { state, confirm, cancel, isAtWork, isLong } = confirming;
  const number = useUnusualNumberPrompt(wizard);
  const missing = useMissingPicturesMessage(wizard.captures, confirming);
  const correction = useCorrectionRequirements(wizard);
  const [isAnswerAsked, setAnswerAsked] = useState(false);
  const enterGoesOn = useEnterToContinue();
  const { elsewhere } = wizard.draft;
  useStepBack({ isOn: isNew, step, isHeld: () => isAtWork() || parking.isBusy, onBack: wizard.back });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (elsewhere || parking.isBusy || !correction.knowsPerson()) return;
    if (step === 0) return number.passes(() => void wizard.next());
    if (step === 1) return void wizard.next();
    setAnswerAsked(question !== null);
    if (question) return focusElement(PICTURE_IDENTITY_SELECTOR);
    missing.say();
    const isWhole = correction.isSent ? correction.passes() : wizard.captures.complete;
    if (isWhole && wizard.isValid()) number.passes(() => void confirm().catch(reportError));
  };

  return (
    <form noValidate autoComplete="off" data-kept onSubmit={submit} {...enterGoesOn} {...noAutofillProps}>
      {head}
      <Card>
        {title}
        <div {...blockingHandlers(isAtWork)} inert={isLong || elsewhere || parking.isBusy}>
          {step === 2 && correcting && (
            <CorrectionSection wizard={wizard} basis={correcting} correction={correction} />
          )}
          {fields}
        </div>
        <StepNotices>
          {step === 2 && !correction.isSent && missing.tries > 0 && (
            <MissingPicturesNotice key={missing.tries} />
          )}
          {correction.lacks.person && <Notice kind="error">{ANSWER_PATIENT_FIRST_TEXT}</Notice>}
          {isAnswerAsked && question && <Notice kind="error">{ANSWER_PICTURE_IDENTITY_TEXT}</Notice>}
          {state.name === 'failed' && <LazyFailureNotice failure={state.failure} />}
        </StepNotices>
        {!elsewhere && <WizardBar wizard={wizard} parking={parking} isLong={isLong} isAtWork={isAtWork} />}
      </Card>
      <ConfirmAgainDialog
        opened={number.text !== undefined}
        title="¿Está bien el número?"
        confirmLabel="Sí, está bien"
        onConfirm={number.confirm}
        onCancel={number.cancel}
      >
        {number.text} Revísalo con el documento en la mano.
      </ConfirmAgainDialog>
      <ConfirmAgainDialog
        opened={state.name === 'asking'}
        {...REPEAT_PROMPTS[isNew ? 'registered' : 'moved']}
        onConfirm={() => void confirm(true).catch(reportError)}
        onCancel={() => {
          cancel();
          focusForwardButton(); // The dialog could not restore the focus, because the button that opened it was disabled.
        }}
      >
        {state.name === 'asking' &&
          `${state.text} ${isNew ? 'Se creará otra evaluación.' : 'La evaluación que corriges quedará también a su nombre.'}`}
      </ConfirmAgainDialog>
    </form>
  );
}
