import { Checkbox, Textarea } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { REASON_MAX_LENGTH } from '#contract/limits.ts';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { fullName } from '#domain/patient/name.ts';
import type { CorrectionBasis, RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { setAdditionalValuesToSend } from '../additional/step-fields.ts';
import { loadFieldsByForm } from '../additional/fields-by-form.ts';
import { useVisitLabels } from '../visits/visit-offers.ts';
import { displayedChanges } from './changes.ts';
import { formatRetainedLabels } from './moved-person.ts';
import type { WizardState } from '../steps/use-wizard.ts';
import type { CorrectionRequirements } from './use-sent-correction.ts';
import './corrected-fields.css';

const NO_DATA_TEXT = 'sin dato';

function CorrectionChangeList({
  basis: { before, labels },
  form,
}: {
  basis: CorrectionBasis;
  form: RegistrationForm;
}) {
  const now = useVisitLabels(form);
  const fieldsOf = useLiveQuery(loadFieldsByForm);
  const after = setAdditionalValuesToSend(fieldsOf?.(form) ?? [], form, before);
  const changes = now ? displayedChanges({ form: before, labels }, { form: after, labels: now }) : [];
  if (changes.length === 0) return <p>Todavía no cambiaste ningún dato.</p>;
  return (
    <ul className="corrected-changes" aria-label="Lo que cambia">
      {changes.map(({ label, before: then, after: present }) => (
        <li key={label}>
          <b>{label}</b>
          <span>
            <span className="visually-hidden">Antes: </span>
            <del>{then || NO_DATA_TEXT}</del> <span aria-hidden="true">→</span>{' '}
            <span className="visually-hidden">Ahora: </span>
            <ins>{present || NO_DATA_TEXT}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Lists the data that stay when only the document number was wrong. */
function RetainedFields({ wizard: { form, identity }, basis, correction }: CorrectedFieldsProps) {
  const kept = formatRetainedLabels({ basis, form: form.values, linked: identity.linked });
  return correction.isMoved && kept !== '' ? <p>Se quedan: {kept}.</p> : null;
}

interface CorrectedFieldsProps {
  wizard: WizardState;
  basis: CorrectionBasis;
  correction: CorrectionRequirements;
}

function PicturesConfirmation({ wizard, basis, correction }: CorrectedFieldsProps) {
  if (!correction.isMoved || wizard.captures.complete) return null;
  return (
    <>
      <Checkbox
        data-pictures-right
        size="md"
        label={`La foto y la firma que ya se enviaron son de ${fullName(wizard.form.values)}`}
        checked={basis.arePicturesRight}
        onChange={(event) => wizard.changeCorrecting({ arePicturesRight: event.currentTarget.checked })}
      />
      {correction.lacks.pictures && (
        <Notice kind="error">
          Toma otra vez la foto y la firma, o confirma que las enviadas son de la persona correcta.
        </Notice>
      )}
    </>
  );
}

export function CorrectedFields(props: CorrectedFieldsProps) {
  const { wizard, basis, correction } = props;
  return (
    <section className="corrected">
      <h3>Lo que corriges</h3>
      <CorrectionChangeList basis={basis} form={wizard.form.values} />
      <RetainedFields {...props} />
      {correction.isSent && (
        <>
          <PicturesConfirmation {...props} />
          <Textarea
            data-correction-reason
            label="Motivo de la corrección"
            description="Queda en la evaluación junto a tu nombre."
            required
            autosize
            minRows={2}
            maxRows={5}
            maxLength={REASON_MAX_LENGTH}
            autoComplete="off"
            value={basis.reason}
            error={correction.lacks.reason ? SHORT_REASON_MESSAGE : undefined}
            onChange={(event) => wizard.changeCorrecting({ reason: event.currentTarget.value })}
          />
        </>
      )}
    </section>
  );
}
