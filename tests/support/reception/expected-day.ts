import { randomUUID } from 'node:crypto';
import { ExpectedListPeople, type ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { ClinicUser } from '../server/clinic.ts';
import { signInForRequests } from '../server/server-calls.ts';
import type { ServerProcess } from '../server/server-process.ts';

interface AnnouncedPerson {
  readonly identification_number: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly [field: string]: unknown;
}

/** Announces people for today at the user's branch, as an import does. `type` and `company` are names of the demo's catalogue. */
export async function announceForToday(
  clinic: ServerProcess,
  user: ClinicUser,
  { type, company }: { readonly type: string; readonly company: string },
  people: readonly AnnouncedPerson[],
) {
  const idOf = async (table: 'evaluation_types' | 'companies', name: string): Promise<string> => {
    const [row] = await clinic.query<{ id: string }>(`select id from ${table} where name = $1`, [name]);
    if (!row) throw new Error(`The demo clinic has no ${name}`);
    return row.id;
  };
  const evaluation_type_id = await idOf('evaluation_types', type);
  const send = await signInForRequests(clinic, user.email);
  const id = randomUUID();
  await send('POST', '/expected-lists', {
    id,
    company_id: await idOf('companies', company),
    day: bogotaDay(Date.now()),
    people: people.map((person) => ({ identification_type: 'CC', evaluation_type_id, ...person })),
  });
  return {
    id,
    /** Returns the people of the list, as the server has them now. */
    readPeople: async (): Promise<ExpectedPerson[]> =>
      ExpectedListPeople.parse(JSON.parse((await send('GET', `/expected-lists/${id}`)).toString())).items,
  };
}
