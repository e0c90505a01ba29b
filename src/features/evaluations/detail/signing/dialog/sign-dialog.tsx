import { Button, Checkbox, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { REASON_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import type { SignBody, SigningRules } from '#contract/records/evaluation/clinical.ts';
import { findSigningProblems, type SigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import { findMissingConceptData } from '#domain/evaluation/signing/certificate.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { noteKey, worksheetText } from '#domain/evaluation/worksheet/worksheet.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import type { FieldsToRead } from '../checks/use-fields-to-read.ts';
import { ContradictionsNotice } from './contradictions.tsx';
import { EmployerLines, EMPLOYER_PREVIEW_LABELS, disclosedNotesOf } from '../checks/employer-preview.tsx';
import {
  APTITUDE_ERROR_FIELD,
  ChooseAptitudeButton,
  MissingAptitudeNotice,
  hasConceptWithoutAptitude,
} from '../checks/missing-aptitude.tsx';
import { tryFocusShortReason, ReasonField } from './reason-field.tsx';
import { licenceNearExpiryHint } from '../../../licence.ts';
import type { SigningMode } from '#domain/evaluation/signing/signer-rules.ts';
import { signingModeFor } from '../checks/signer.ts';
import {
  EMPTY_SIGNING_INPUT,
  createSignBody,
  findMessageWithoutField,
  isSigningInputComplete,
  type SigningInput,
} from './signing-input.ts';
import { SigningPatientSummary } from './signed-patient.tsx';
import { TemplateReview } from './template-review.tsx';
import type { SigningFailure } from './use-signing.ts';
import './sign-dialog.css';

export interface SignDialogProps {
  context: EvaluationContext;
  rules: SigningRules | null;
  doctor: { readonly id: string; readonly name: string };
  toRead: FieldsToRead;
  busy: boolean;
  failure: SigningFailure | null;
  onSign: (body: SignBody) => void;
  onClose: () => void;
  /** Called with the id of the user's own doctor when the user changes back to this doctor. */
  onChoose: (doctorId: string) => void;
}

interface SigningPartProps {
  answers: SigningInput;
  isTried: boolean;
  failure: SigningFailure | null;
  change: (part: Partial<SigningInput>) => void;
}

const signingProblemsOf = ({ typing, evaluation, decisions }: EvaluationContext): SigningProblems =>
  findSigningProblems((type) => worksheetText(typing.sheet, evaluation, noteKey(type)), decisions);

const formatLeakingLabels = (keys: SigningProblems['leaking']): string =>
  EMPLOYER_PREVIEW_LABELS.filter(([, key]) => keys.includes(key))
    .map(([label]) => label)
    .join(', ');

const REASON_FIELD_LIMITS = { maxLength: REASON_MAX_LENGTH, rows: { min: 2, max: 5 } } as const;

type SigningDoctor = SignDialogProps['doctor'];

const UNLINKED_USER_HINT =
  ' Tu usuario no tiene un médico asignado: si eres tú, pide a un administrador que te lo asigne en Usuarios, y firmarás sin contraseña.';

/**
 * Part of the signing dialog for another doctor's name: a notice with the names of the user and the chosen doctor, a button to
 * sign with the own name, and fields for password and reason. Without a linked doctor, the button is absent.
 */
function SignAsAnotherFields(props: SignDialogProps & SigningPartProps & { own: SigningDoctor | null }) {
  const { context, rules, answers: confirmations, isTried, failure, change, own, busy, onChoose } = props;
  const other = props.doctor.name;
  const mayBeSelf = rules !== null && own === null && !rules.of_others?.includes(props.doctor.id);
  return (
    <div className="sign-prompt">
      <Notice kind="error" title={`Esta sesión es de ${own?.name ?? context.account.displayName}.`}>
        El documento saldrá firmado por {other}, y quedará escrito que la pusiste tú y por qué.
        {mayBeSelf && UNLINKED_USER_HINT}
      </Notice>
      {own && (
        <Button className="sign-own-name" disabled={busy} onClick={() => onChoose(own.id)}>
          Firmar con mi nombre
        </Button>
      )}
      <PasswordInput
        label="Tu contraseña"
        autoComplete="current-password"
        required
        maxLength={PASSWORD_MAX_LENGTH}
        value={confirmations.password}
        error={failure?.fields['as_another.password']}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <ReasonField
        {...REASON_FIELD_LIMITS}
        isTried={isTried}
        label={`Por qué firmas como ${other}`}
        value={confirmations.reason}
        error={failure?.fields['as_another.reason']}
        onChange={(reason) => change({ reason })}
      />
    </div>
  );
}

function WithoutConceptConfirmation({
  context,
  answers: confirmations,
  failure,
  change,
  onClose,
}: SignDialogProps & SigningPartProps) {
  return (
    <div className="sign-prompt">
      <Notice
        kind="warn"
        title="El concepto de aptitud está vacío."
        action={context.decisions && <ChooseAptitudeButton onLeave={onClose} />}
      >
        El documento dirá «{NOT_RECORDED_TEXT}» donde el empleador busca el concepto.
      </Notice>
      <Checkbox
        classNames={{ body: 'sign-without', label: 'sign-without-label' }}
        label="Firmar sin concepto"
        checked={confirmations.isWithoutConcept}
        error={failure?.fields['confirmed.without_concept']}
        onChange={(event) => change({ isWithoutConcept: event.currentTarget.checked })}
      />
    </div>
  );
}

function DisclosureReasonField({
  answers: confirmations,
  isTried,
  failure,
  change,
  where,
}: SigningPartProps & { where: string }) {
  return (
    <div className="sign-prompt">
      <Notice kind="warn" title="El empleador leería lo que parece un hallazgo o diagnóstico.">
        Está marcado en {where}. Vuelve y corrígelo, o escribe por qué debe leerlo.
      </Notice>
      <ReasonField
        {...REASON_FIELD_LIMITS}
        isTried={isTried}
        label="Por qué debe leerlo el empleador"
        value={confirmations.disclosure}
        error={failure?.fields['confirmed.disclosure_reason']}
        onChange={(disclosure) => change({ disclosure })}
      />
    </div>
  );
}

/**
 * Returns the labels of texts and patient data that are printed as 'No registrado'. The concept is not included, because an
 * empty concept has a separate confirmation.
 */
function listUnrecordedExceptConcept(context: EvaluationContext): string[] {
  const disclosed = disclosedNotesOf(context);
  const unsaid = EMPLOYER_PREVIEW_LABELS.filter(
    ([, key]) => key !== 'concept' && disclosed[key] === NOT_RECORDED_TEXT,
  );
  const missing = findMissingConceptData(context.evaluation.patient);
  return [...unsaid.map(([label]) => label), ...missing.map(({ label }) => label)];
}

function UnlinkedUserNotice({ context, rules, doctor }: SignDialogProps) {
  if (rules === null) return null;
  return (
    <Notice kind="info">
      Tu usuario no tiene un médico asignado: quedará escrito que {context.account.displayName} firmó como{' '}
      {doctor.name}. Un administrador puede asignártelo en Usuarios.
    </Notice>
  );
}

function SigningPromptFields(
  props: SignDialogProps & SigningPartProps & { as: SigningMode; problems: SigningProblems },
) {
  const { context, rules, doctor, as, problems, failure, onClose } = props;
  const rejectedAptitude = failure?.fields[APTITUDE_ERROR_FIELD];
  const unsaid = listUnrecordedExceptConcept(context);
  const licence = licenceNearExpiryHint(rules, doctor.id);
  return (
    <>
      {as === 'another' && <SignAsAnotherFields {...props} own={rules?.doctor ?? null} />}
      {(hasConceptWithoutAptitude(problems) || rejectedAptitude !== undefined) && (
        <MissingAptitudeNotice words={rejectedAptitude} onLeave={onClose} />
      )}
      {problems.isWithoutConcept && <WithoutConceptConfirmation {...props} />}
      {problems.leaking.length > 0 && (
        <DisclosureReasonField {...props} where={formatLeakingLabels(problems.leaking)} />
      )}
      <ContradictionsNotice contradictions={problems.contradictions} />
      {unsaid.length > 0 && (
        <Notice kind="info">
          Sin completar, saldrá «{NOT_RECORDED_TEXT}»: {unsaid.join(', ')}.
        </Notice>
      )}
      {as === 'unlinked' && <UnlinkedUserNotice {...props} />}
      {licence !== null && <p className="sign-quiet">{licence}</p>}
    </>
  );
}

/**
 * Returns how the user signs. A rejection by the server overrides the rules, which may have changed since the dialog opened.
 */
function findPromptedSignerKind({ rules, doctor, failure }: SignDialogProps): SigningMode {
  const as = signingModeFor(rules, doctor.id);
  const isAsked = Object.keys(failure?.fields ?? {}).some((field) => field.startsWith('as_another.'));
  return as === 'unlinked' && isAsked ? 'another' : as;
}

/** Shows patient, doctor and content for a last check before the evaluation is signed and closed. */
export function SignDialog(props: SignDialogProps) {
  const { context, doctor, toRead, busy, failure, onSign, onClose } = props;
  const [confirmations, setConfirmations] = useState(EMPTY_SIGNING_INPUT);
  const [isTried, setTried] = useState(false);
  const as = findPromptedSignerKind(props);
  const problems = signingProblemsOf(context);
  const isUnseen = toRead.unseen.length > 0;
  // A single press of Enter would sign over the warnings.
  const isFirstRead = isUnseen || problems.contradictions.length > 0;
  const isAnother = as === 'another';
  useRestoreFocus();
  const change = (part: Partial<SigningInput>) => setConfirmations((before) => ({ ...before, ...part }));
  const isReady = isSigningInputComplete(as, problems, confirmations);
  const unplaced = findMessageWithoutField(failure, as, problems);
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={`Vas a firmar como ${doctor.name}`}
      classNames={{ content: isAnother ? 'sign-another' : 'sign-own' }}
    >
      <form
        className="sign-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isReady && !busy && !tryFocusShortReason())
            onSign(createSignBody(props, { as, problems, answers: confirmations }));
        }}
      >
        <SigningPatientSummary context={context} />
        <TemplateReview context={context} toRead={toRead} />
        <SigningPromptFields {...props} as={as} {...{ problems, answers: confirmations, isTried, change }} />
        <section className="sign-disclosed" aria-label="Lo que leerá el empleador">
          <h3>Lo que leerá el empleador</h3>
          <EmployerLines context={context} />
        </section>
        {unplaced !== null && <Notice kind="error">{unplaced}</Notice>}
        <div className="sign-actions">
          <Button
            data-autofocus={isAnother || !isReady || isFirstRead || undefined}
            disabled={busy}
            onClick={onClose}
          >
            Volver
          </Button>
          <Button
            type="submit"
            variant="filled"
            color={isAnother ? 'bad' : 'accent'}
            data-autofocus={(!isAnother && isReady && !isFirstRead) || undefined}
            disabled={!isReady}
            loading={busy}
          >
            {isUnseen ? 'Leí los campos de la plantilla y firmo' : 'Firmar y cierre'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
