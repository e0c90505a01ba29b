import { NativeSelect } from '@mantine/core';
import type { ChosenMeanings } from '#domain/roster/read-row.ts';
import { findColumn } from '#domain/roster/targets.ts';
import type { BroughtSheet } from './use-sheet.ts';

const FROM_COLUMN = { value: '', label: 'Según la columna' };

const NAME_ORDERS = { given_first: 'Nombres primero', surnames_first: 'Apellidos primero' } as const;
const GENDER_LETTERS = { M_is_male: 'Masculino', M_is_female: 'Mujer' } as const;

interface MeaningSelectProps<Value extends string> {
  label: string;
  labels: Readonly<Record<Value, string>>;
  value: string | undefined;
  onChange: (value: Value | undefined) => void;
}

function MeaningSelect<Value extends string>({ label, labels, value, onChange }: MeaningSelectProps<Value>) {
  const known = Object.entries<string>(labels) as [Value, string][];
  return (
    <NativeSelect
      label={label}
      data={[FROM_COLUMN, ...known.map(([one, text]) => ({ value: one, label: text }))]}
      value={value ?? FROM_COLUMN.value}
      onChange={({ currentTarget }) => onChange(known.find(([one]) => one === currentTarget.value)?.[0])}
    />
  );
}

interface MeaningChoicesProps {
  sheet: BroughtSheet;
  onMeanings: (chosen: ChosenMeanings) => void;
}

/** Choices of meanings that a column may not show: the order of full names, and the letter M for genders. */
export const MeaningChoices = ({ sheet: { mapping, chosen }, onMeanings }: MeaningChoicesProps) => (
  <>
    {findColumn(mapping, 'full_name') !== null && (
      <MeaningSelect
        label="Orden de los nombres"
        labels={NAME_ORDERS}
        value={chosen.chosenNameOrder}
        onChange={(order) => onMeanings({ ...chosen, chosenNameOrder: order })}
      />
    )}
    {findColumn(mapping, 'gender') !== null && (
      <MeaningSelect
        label="La M en el género"
        labels={GENDER_LETTERS}
        value={chosen.chosenGenderLetters}
        onChange={(letters) => onMeanings({ ...chosen, chosenGenderLetters: letters })}
      />
    )}
  </>
);
