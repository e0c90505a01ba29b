import { Button } from '@mantine/core';
import { useState } from 'react';
import { PATIENT_DATA_FIELD_NAMES, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { dividedNameText } from '#domain/roster/full-name.ts';
import { documentKeyOf, type ListedPerson } from '#domain/roster/report.ts';
import { FactList } from '#ui/display/facts.tsx';
import { ReportRow, ReportRows, type OpenRow } from './report-rows.tsx';
import { rowTitle } from './texts.ts';
import { usePages } from './use-pages.tsx';

type Person = ListedPerson['person'];

const OTHER_FIELDS = PATIENT_DATA_FIELD_NAMES.filter((field) => !('isName' in PATIENT_FIELDS[field]));

const personFacts = (person: Person): string[] =>
  [
    `${person.identification_type} ${person.identification_number}`,
    ...OTHER_FIELDS.map((field) => patientFieldText(field, person[field])),
    person.hour ?? '',
  ].filter(Boolean);

interface PeopleRowsProps {
  people: readonly ListedPerson[];
  onRow: OpenRow;
}

function PeoplePages({ people, onRow }: PeopleRowsProps) {
  const { shown, pager } = usePages(people);
  return (
    <>
      <ReportRows label="Personas listas">
        {shown.map(({ row, person }) => (
          <ReportRow
            key={row ?? documentKeyOf(person)}
            row={row}
            onRow={onRow}
            text={
              <>
                <b>{dividedNameText(person)}</b> <FactList of={[rowTitle(row), ...personFacts(person)]} />
              </>
            }
          />
        ))}
      </ReportRows>
      {pager}
    </>
  );
}

/** People as the import has read them, on request, because they may be thousands. */
export function PeopleRows(props: PeopleRowsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Ocultar las personas' : 'Ver las personas'}
      </Button>
      {isOpen && <PeoplePages {...props} />}
    </>
  );
}
