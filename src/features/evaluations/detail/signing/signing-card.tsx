import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useRef, useState } from 'react';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { SIGNING_REQUIREMENTS, signingChecklist } from '#domain/evaluation/signing/checklist.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { clearToasts } from '#ui/notices/toast.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { useSigningRules } from '../../queries.ts';
import { APTITUDE_TONES } from '../../messages.ts';
import { MissingAptitudeHint, isWithoutAptitude } from './checks/missing-aptitude.tsx';
import { unsentFilesText, signingHindrance, type SigningHindrance } from './checks/hindrance.ts';
import { SIGNING_DOCTOR_FIELD } from './checks/missing-place.ts';
import { LeakWarning, disclosedNotesOf } from './checks/employer-preview.tsx';
import { MissingPatientDataNotice } from './checks/incomplete-data.tsx';
import { useNextStep } from './use-next-step.ts';
import { SaveAllButton, useSaveAll } from './save-all.tsx';
import { SignDialog } from './dialog/sign-dialog.tsx';
import { useFieldsToRead } from './checks/use-fields-to-read.ts';
import { licenceNearExpiryHint } from '../../licence.ts';
import { signerHindranceText } from './checks/signer.ts';
import { useSigning } from './dialog/use-signing.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import type { PageSaving } from '../state/use-saving.ts';
import './signing-card.css';

const SigningChecklist = ({ evaluation }: { evaluation: Evaluation }) => (
  <ul className="checklist">
    {signingChecklist(evaluation).map(({ requirement, isMet }) => (
      <li key={requirement} data-met={isMet || undefined}>
        <span className="checklist-mark">
          <Icon name={isMet ? 'check' : 'ring'} size={16} />
          <span className="visually-hidden">{isMet ? 'Cumplido:' : 'Pendiente:'}</span>
        </span>
        {SIGNING_REQUIREMENTS[requirement].label}
      </li>
    ))}
  </ul>
);

/** Returns the chosen doctor, or the user's own doctor if none is chosen and the user is not typing a name. */
function useSigningDoctor(context: EvaluationContext) {
  const { reader } = context;
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const query = useSigningRules(reader, context.disabledReason === null);
  const rules = query.data ?? null;
  const own = typed === '' ? rules?.doctor?.id : undefined;
  const id = chosen ?? own ?? '';
  const source = createCatalogSource('doctors', reader.ownerId);
  const found = useLiveQuery(() => (id === '' ? null : source.find(id)), [id, source.source]) ?? null;
  const name = rules?.doctor?.id === id ? rules.doctor.name : (found?.name ?? 'el médico elegido');
  return {
    rules,
    source,
    doctor: { id, name },
    choose: setChosen,
    noteTyped: setTyped,
    // If the rules cannot be loaded, the server decides, so the page does not wait any longer.
    isAsking: query.isLoading && query.failureCount === 0,
    askAgain: query.refetch,
  };
}

/** Returns why the chosen doctor cannot sign; null if the doctor can. */
function signingDoctorHindrance({
  rules,
  doctor,
  isAsking,
}: ReturnType<typeof useSigningDoctor>): SigningHindrance | null {
  if (isAsking) return { text: 'Un momento: buscando con qué nombre firmas.', place: null };
  const text =
    doctor.id === ''
      ? 'Selecciona un médico para firmar la evaluación.'
      : signerHindranceText(rules, doctor.id);
  return text === null ? null : { text, place: { type: 'doctor' } };
}

const formatMissingAptitude = (context: EvaluationContext): string =>
  disclosedNotesOf(context).concept === NOT_RECORDED_TEXT
    ? 'Elige la aptitud antes de firmar, o confirma que firmas sin concepto.'
    : 'Elige la aptitud antes de firmar.';

interface SigningCardProps {
  context: EvaluationContext;
  saving: PageSaving;
}

function SigningControls({ context, saving }: SigningCardProps) {
  const hintId = useId();
  const [isPrompting, setPrompting] = useState(false);
  const choice = useSigningDoctor(context);
  const { rules, source, doctor, choose } = choice;
  const { busy, failure, sign, forget } = useSigning(context, choice.askAgain, () => setPrompting(false));
  const hindrance = signingHindrance(context) ?? signingDoctorHindrance(choice);
  const hint = hindrance?.text ?? null;
  const licence = licenceNearExpiryHint(rules, doctor.id);
  const files = unsentFilesText(context);
  const said = useRef<HTMLParagraphElement>(null);
  const saveAll = useSaveAll(saving);
  const toRead = useFieldsToRead(context);
  const openPrompt = () => {
    forget();
    clearToasts();
    setPrompting(true);
  };
  useNextStep({
    context,
    hindrance,
    message: said,
    saveAll,
    openPrompt: () => busy || openPrompt(),
  });
  return (
    <>
      <MissingAptitudeHint context={context} />
      <LeakWarning context={context} />
      <SearchSelect
        {...source}
        data-path={SIGNING_DOCTOR_FIELD}
        label="Médico"
        placeholder="Selecciona un médico"
        value={doctor.id}
        onChange={choose}
        onTyped={choice.noteTyped}
        showAside
      />
      <p id={hintId} className="sign-hint" aria-live="polite" tabIndex={-1} ref={said}>
        {hint ??
          (isWithoutAptitude(context)
            ? formatMissingAptitude(context)
            : 'Todo listo para cerrar la evaluación.')}
      </p>
      {licence !== null && <p className="sign-hint">{licence}</p>}
      {files !== null && files !== hint && <p className="sign-hint">{files}</p>}
      {failure !== null && !failure.isOfDialog && (
        <Notice kind="error" title={failure.text} className="sign-failure" />
      )}
      <SaveAllButton context={context} isSaving={saving.isSaving} onSave={() => saveAll()} />
      <Button
        variant="filled"
        fullWidth
        aria-describedby={hintId}
        aria-haspopup="dialog"
        disabled={hint !== null}
        loading={busy}
        onClick={openPrompt}
      >
        Firmar y cierre
      </Button>
      {isPrompting && hint === null && toRead !== null && (
        <SignDialog
          context={context}
          toRead={toRead}
          rules={rules}
          doctor={doctor}
          busy={busy}
          failure={failure}
          onSign={(body) => void sign(body).catch(reportError)}
          onClose={() => setPrompting(false)}
          onChoose={choose}
        />
      )}
    </>
  );
}

function SignatureSummary({ evaluation }: { evaluation: Evaluation }) {
  const closedAt = evaluation.closed_at === null ? null : Date.parse(evaluation.closed_at);
  const aptitude = evaluation.decisions?.aptitude ?? null;
  return (
    <>
      {aptitude !== null && (
        <StatusTag kind={APTITUDE_TONES[aptitude]}>{APTITUDE_LABELS[aptitude]}</StatusTag>
      )}
      <p className="sign-hint">
        {evaluation.doctor && <b>{evaluation.doctor.name}</b>}
        {closedAt !== null && ` firmó el ${formatDate(closedAt)} a las ${formatTime(closedAt)}.`} Reabre la
        evaluación para cambiarla y firmarla de nuevo.
      </p>
    </>
  );
}

/** Card for signing (P4): the checklist, the doctor and the button 'Firmar y cierre'. */
export const SigningCard = ({ context, saving }: SigningCardProps) => (
  <Card title="Firma y cierre">
    {context.closed ? (
      <SignatureSummary evaluation={context.evaluation} />
    ) : (
      <>
        <SigningChecklist evaluation={context.evaluation} />
        <MissingPatientDataNotice context={context} />
        <SigningControls context={context} saving={saving} />
      </>
    )}
  </Card>
);
