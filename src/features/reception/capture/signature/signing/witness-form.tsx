import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { DOCUMENT_NUMBER_MAX_LENGTH, NAME_MAX_LENGTH, WITNESS_DETAIL_MAX_LENGTH } from '#contract/limits.ts';
import { Witness } from '#contract/records/evaluation/statements.ts';
import { isNonEmptyShortReason, SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { WITNESS_REASONS, WITNESS_REASON_LABELS } from '#contract/witness.ts';
import { DOCUMENT_TYPE_OPTIONS } from '../../../form/field-details.ts';
import { PRIVATE_INPUT_PROPS } from '../../../form/no-autofill.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import type { SigningPatient } from '#components/signature/signing-props.ts';
import './witness-form.css';

const REASON_OPTIONS = [
  { value: '', label: 'Elige una razón' },
  ...WITNESS_REASONS.map((value) => ({ value, label: WITNESS_REASON_LABELS[value] })),
];

const EMPTY_WITNESS = {
  reason: '',
  detail: '',
  name: '',
  identification_type: 'CC',
  identification_number: '',
};
type WitnessField = keyof typeof EMPTY_WITNESS;

const WITNESS_ERROR_TEXTS: Record<WitnessField, string> = {
  reason: 'Elige por qué no firma.',
  detail: 'Escribe la razón.',
  name: 'Escribe el nombre del testigo.',
  identification_type: 'Elige el tipo de documento.',
  identification_number: 'Escribe el documento del testigo.',
};

const isWitnessField = (name: unknown): name is WitnessField =>
  typeof name === 'string' && name in EMPTY_WITNESS;

function validateWitness(typed: typeof EMPTY_WITNESS): Partial<Record<WitnessField, string>> {
  const read = Witness.safeParse(typed);
  const fields = read.success ? [] : read.error.issues.map(({ path: [name] }) => name).filter(isWitnessField);
  // The schema checks the text of the reason 'otra' only when all other fields are valid, so this form checks it as well.
  if (typed.reason === 'otra' && typed.detail.trim() === '') fields.push('detail');
  const errors = Object.fromEntries(fields.map((field) => [field, WITNESS_ERROR_TEXTS[field]]));
  // The form requires a longer reason than the schema. The schema also accepts short reasons, because tablets may have stored
  // signatures with short reasons that are not sent yet.
  return typed.reason === 'otra' && isNonEmptyShortReason(typed.detail)
    ? { ...errors, detail: SHORT_REASON_MESSAGE }
    : errors;
}

interface WitnessFormProps {
  signer: SigningPatient;
  onWitness: (witness: Witness) => void;
  onBack: () => void;
}

/** Form for the reason why the patient does not sign, and for the witness who signs instead. */
export function WitnessForm({ signer, onWitness, onBack }: WitnessFormProps) {
  const form = useForm({
    initialValues: EMPTY_WITNESS,
    validate: validateWitness,
    clearInputErrorOnChange: false,
  });
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const { reason } = form.values;
  const field = (name: WitnessField) => ({ ...PRIVATE_INPUT_PROPS, ...form.getInputProps(name) });
  const submitWitness = () => {
    const read = Witness.safeParse(form.getValues());
    if (!form.validate().hasErrors && read.success) onWitness(read.data);
  };
  /** Submits on Enter without a form element, because React would nest that form in the wizard's form. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submitWitness();
  };
  const textField = (name: WitnessField) => ({ ...field(name), onKeyDown });
  return (
    <div className="witness-form">
      <p className="witness-for">
        {signer.name} · {signer.document}
      </p>
      <NativeSelect
        label="¿Por qué no firma?"
        required
        data={REASON_OPTIONS}
        ref={first}
        {...field('reason')}
      />
      {reason !== '' && (
        <TextInput
          label={reason === 'otra' ? 'La razón' : 'Algo más'}
          required={reason === 'otra'}
          maxLength={WITNESS_DETAIL_MAX_LENGTH}
          {...textField('detail')}
        />
      )}
      <TextInput label="Nombre del testigo" required maxLength={NAME_MAX_LENGTH} {...textField('name')} />
      <div className="witness-document">
        <NativeSelect
          label="Documento del testigo"
          required
          data={DOCUMENT_TYPE_OPTIONS}
          {...field('identification_type')}
        />
        <TextInput
          label="Número"
          required
          inputMode="text"
          maxLength={DOCUMENT_NUMBER_MAX_LENGTH}
          {...textField('identification_number')}
        />
      </div>
      <ButtonRow isEnd>
        <Button size="lg" mih={60} onClick={onBack}>
          Volver
        </Button>
        <Button size="lg" mih={60} variant="filled" onClick={submitWitness}>
          Firma el testigo
        </Button>
      </ButtonRow>
    </div>
  );
}
