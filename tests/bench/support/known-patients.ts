import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { ANA_CARDHOLDER, type Cardholder } from '#tests/support/cards/invented-card.ts';

/** Patient whose last visit to the reception in Bogotá was some days ago. */
export interface KnownVisitor {
  readonly document: string;
  readonly name: string;
  readonly holder: Cardholder;
}

interface VisitorRow {
  readonly identification_number: string;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly second_last_name: string | null;
  readonly birth_date: string;
  readonly gender: 'F' | 'M';
}

const toCapitals = (name: string | null): string => (name ?? '').toUpperCase();

function toKnownVisitor(row: VisitorRow): KnownVisitor {
  const names = [row.first_name, row.middle_name, row.last_name, row.second_last_name];
  const holder: Cardholder = {
    ...ANA_CARDHOLDER,
    number: row.identification_number,
    first_name: toCapitals(row.first_name),
    middle_name: toCapitals(row.middle_name),
    last_name: toCapitals(row.last_name),
    second_last_name: toCapitals(row.second_last_name),
    birth_date: row.birth_date,
    sex: row.gender,
  };
  return { document: row.identification_number, name: names.filter(Boolean).join(' '), holder };
}

/** Returns the demo clinic's patients who have visited only Bogotá, most recently more than two days ago. */
export async function readKnownVisitors(clinic: ServerProcess): Promise<KnownVisitor[]> {
  const rows = await clinic.query<VisitorRow & Record<string, unknown>>(
    `select p.identification_number, p.first_name, p.middle_name, p.last_name, p.second_last_name,
            p.birth_date::text as birth_date, p.gender
     from patients p join evaluations e on e.patient_id = p.id
     where p.identification_type = 'CC' and length(p.identification_number) = 10
     group by p.id
     having max(e.started_at) < now() - interval '2 days'
        and every(e.branch_id = (select branch_id from users where email = 'recepcion@alisos.demo'))
     order by p.identification_number`,
  );
  return rows.map(toKnownVisitor);
}
