import { Button } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { fullName } from '#domain/patient/name.ts';
import {
  documentTextOfForm,
  identityOfForm,
  isOtherPatient,
  type CorrectionBasis,
} from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { focusField, focusForwardButton } from '../form/focus.ts';
import { namesDiffer } from '../form/create-body.ts';
import { formatIdentity } from '../form/identity-text.ts';
import type { WizardState } from '../steps/use-wizard.ts';
import {
  personChoiceForDocument,
  restoreDataOfFirstDocument,
  isPersonChoiceRequired,
  isDocumentRenewed,
  retainedPatientFields,
  formatRetainedLabels,
  restoreFirstPatientData,
  removeFirstPatientData,
} from './moved-person.ts';
import './moved-notice.css';

const CHANGED_DOCUMENT_TEXTS = {
  other: 'Cambiaste el documento: este registro es de otra persona',
  same: 'Cambiaste el número de la misma persona',
};

interface ChangedDocumentProps {
  wizard: WizardState;
  basis: CorrectionBasis;
}

/** Restores the first patient's data when the user enters that patient's document in the form again. */
function useRestoreFirstPatient({ wizard: { form, changeCorrecting }, basis }: ChangedDocumentProps): void {
  const isMoved = isOtherPatient(basis.before, form.values);
  useDidUpdate(() => {
    if (isMoved) return;
    form.setValues(restoreDataOfFirstDocument(basis, form.getValues()));
    changeCorrecting({ moved: null });
  }, [isMoved]);
}

function createPersonChoiceActions({ wizard, basis }: ChangedDocumentProps) {
  const { before } = basis;
  const { form, identity, changeCorrecting } = wizard;
  const note = (person: 'same' | 'other') =>
    changeCorrecting({ moved: { document: documentTextOfForm(form.getValues()), person } });
  return {
    sayOther: () => {
      const corrected = { basis, form: form.getValues(), linked: identity.linked };
      const [emptied] = retainedPatientFields(corrected);
      const next = removeFirstPatientData(corrected);
      form.setValues(next);
      note('other');
      // The lookup of the new document has found a patient with the form's names, which confirms 'Es otra persona'.
      if (identity.note.name === 'another' && !namesDiffer(next, identity.note.patient))
        identity.resolveConflict(() => undefined);
      else focusField(emptied ?? 'first_name');
    },
    saySame: () => {
      // Restores only the fields that 'Es otra persona' emptied; fields that the user emptied stay empty.
      if (personChoiceForDocument(basis, form.getValues()) === 'other')
        form.setValues(restoreFirstPatientData(before, form.getValues()));
      note('same');
      focusForwardButton();
    },
  };
}

/**
 * Explains the effect of a changed document, and prompts the user to state whether the data still belong to the same person.
 */
export function ChangedDocumentNotice(props: ChangedDocumentProps) {
  const { wizard, basis } = props;
  const { before } = basis;
  const form = wizard.form.values;
  const isMoved = documentTextOfForm(form) !== '' && isOtherPatient(before, form);
  useRestoreFirstPatient(props);
  const { sayOther, saySame } = createPersonChoiceActions(props);
  if (!isMoved) return null;
  const corrected = { basis, form, linked: wizard.identity.linked };
  if (isDocumentRenewed(corrected))
    return <Notice kind="info" title={`El documento de ${fullName(form)} pasa de TI a CC.`} />;
  const isAsked = isPersonChoiceRequired(corrected);
  const answer = personChoiceForDocument(basis, form) ?? 'other';
  const answers = (
    <div className="moved-answers" data-below={isAsked || undefined}>
      {(isAsked || answer === 'same') && (
        <Button data-moved-person onClick={sayOther}>
          Es otra persona
        </Button>
      )}
      {(isAsked || answer === 'other') && <Button onClick={saySame}>Solo el número estaba mal</Button>}
    </div>
  );
  return isAsked ? (
    <Notice kind="warn" title="Cambiaste el documento: ¿es otra persona?">
      Estos datos son todavía de {fullName(before)}: {formatRetainedLabels(corrected)}. Si es otra persona, se
      vacían; si solo el número estaba mal, se quedan.
      {answers}
    </Notice>
  ) : (
    <Notice kind="warn" title={CHANGED_DOCUMENT_TEXTS[answer]} action={answers}>
      La evaluación pasa de {formatIdentity(identityOfForm(before))} a {formatIdentity(identityOfForm(form))}.
      Los datos de {fullName(before)} no cambian.
    </Notice>
  );
}
