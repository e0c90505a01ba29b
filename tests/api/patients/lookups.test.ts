import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { MAX_UNKNOWN_LOOKUPS_PER_HOUR } from '#server/patients/commands/look-up-patient.ts';
import { readActivityLog, lastLogSequence, collectNewLogEntries } from '../support/activity.ts';
import {
  countRows,
  createEvaluation,
  evaluationBody,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import {
  type Caller,
  type Server,
  responseOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let receptionistMedellin: Caller;
beforeAll(async () => {
  server = await startServer('lookups');
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
});
afterAll(() => server.stop());

const UNKNOWN_DOCUMENT_NUMBER = '9999123456';
const collectLookupLogEntries = (work: () => Promise<unknown>) => collectNewLogEntries(server, work);

describe('M1 lookup of a patient', () => {
  it('the log entry of a lookup states whether a patient was found, which one, and how often the patient was at this and other branches', async () => {
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number });
    await createEvaluation(server, receptionist, { identification_number });
    await createEvaluation(server, receptionistMedellin, { identification_number });
    const { id } = responseOf(Patient, await searchPatient(receptionist, identification_number));
    expect(
      await collectLookupLogEntries(async () => {
        await searchPatient(receptionist, identification_number);
        await searchPatient(receptionistMedellin, identification_number);
        await searchPatient(receptionist, UNKNOWN_DOCUMENT_NUMBER);
      }),
    ).toEqual([
      ['patient_looked_up', 'done', { found: true, patient: id, here: 2, elsewhere: 1 }],
      ['patient_looked_up', 'done', { found: true, patient: id, here: 1, elsewhere: 2 }],
      ['patient_looked_up', 'done', { found: false, here: 0, elsewhere: 0 }],
    ]);
  });

  it('the log entry of a lookup has no name and no number; a lookup without a number is not logged', async () => {
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number, first_name: 'Zoraida' });
    const since = await lastLogSequence(server);
    await searchPatient(receptionist, identification_number);
    await searchPatient(receptionist, '');
    const written = await readActivityLog(server, since);
    expect(written.map(({ user_name, branch_name }) => [user_name, branch_name])).toEqual([
      ['Persona desk', 'Bogotá'],
    ]);
    for (const secret of ['Zoraida', identification_number])
      expect(JSON.stringify(written)).not.toContain(secret);
  });

  it('a lookup returns the patient’s identity to another branch, but nothing of the evaluations', async () => {
    const identification_number = nextDocumentNumber();
    const id = await createEvaluation(server, receptionist, { identification_number, first_name: 'Ana' });
    const elsewhere = responseOf(Patient, await searchPatient(receptionistMedellin, identification_number));
    expect(elsewhere).toMatchObject({ first_name: 'Ana', last_evaluation: null });
    const branchless = await searchPatient(await server.as('branchless'), identification_number);
    expect(responseOf(Patient, branchless).last_evaluation).toBeNull();
    const here = responseOf(Patient, await searchPatient(receptionist, identification_number));
    expect(here.last_evaluation?.id).toBe(id);
  });

  it('a rejected registration whose error names the patient with that document number is also logged as a lookup', async () => {
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number });
    const { id } = responseOf(Patient, await searchPatient(receptionist, identification_number));
    const other = { identification_number, first_name: 'Luz', last_name: 'Corta' };
    const lines = await collectLookupLogEntries(() =>
      receptionistMedellin.post('/evaluations', { json: evaluationBody(server, other) }),
    );
    expect(lines).toEqual([
      ['patient_looked_up', 'done', { found: true, patient: id, here: 0, elsewhere: 1 }],
      ['evaluation_created', 'refused', { code: 'document_of_another' }],
    ]);
  });
});

describe('M1 lookups that find no patient of the user’s branch', () => {
  const HOUR_MS = 60 * 60_000;
  // The clock is later than the log entries of the other tests, because the rate limit also counts later entries.
  let now = new Date().setUTCHours(11, 40, 0, 0);
  /** Moves the clock to the next day, so that each test has the full rate limit. */
  beforeEach(() => {
    now += 24 * HOUR_MS;
    server.clock.now = new Date(now);
  });
  afterAll(() => {
    server.clock.now = null;
  });
  const advanceClock = (ms: number) => {
    server.clock.now = new Date((server.clock.now?.getTime() ?? 0) + ms);
  };
  /** Number of simultaneous lookups. The server would reject more of them before it counts them. */
  const AT_ONCE = 8;
  async function times<Reply>(count: number, work: () => Promise<Reply>): Promise<Reply[]> {
    const replies: Reply[] = [];
    while (replies.length < count)
      replies.push(
        ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - replies.length) }, work))),
      );
    return replies;
  }
  /** Inserts log entries of lookups without a result, so that the limit allows only `left` more lookups. */
  const useUpLookups = (person: 'desk' | 'deskMedellin', left = 0) =>
    server.database.pool.query(
      `insert into activity (at, user_id, user_name, action, status, detail)
        select $1, id, display_name, 'patient_looked_up', 'done', '{"found": false, "here": 0, "elsewhere": 0}'
        from users, generate_series(1, $3) where id = $2`,
      [server.clock.now, server.clinic.users[person], MAX_UNKNOWN_LOOKUPS_PER_HOUR - left],
    );
  const countOf = (replies: readonly { statusCode: number }[], status: number) =>
    replies.filter(({ statusCode }) => statusCode === status).length;
  const signIn = (person: 'desk' | 'deskMedellin') => server.signIn(person);

  it('P7.8 the server limits the lookups per hour that find no patient of the user’s branch, even simultaneous ones; the error advises to register without a lookup', async () => {
    const caller = await signIn('desk');
    const [known, elsewhere] = [nextDocumentNumber(), nextDocumentNumber()];
    await createEvaluation(server, caller, { identification_number: known });
    await createEvaluation(server, await signIn('deskMedellin'), { identification_number: elsewhere });
    const replies = await times(MAX_UNKNOWN_LOOKUPS_PER_HOUR + 20, () =>
      searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER),
    );
    expect([countOf(replies, 404), countOf(replies, 429)]).toEqual([MAX_UNKNOWN_LOOKUPS_PER_HOUR, 20]);
    advanceClock(48 * 60_000);
    const refused = await searchPatient(caller, elsewhere);
    const unknown = await searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER);
    expect(unknown.json()).toEqual(refused.json());
    expect((await searchPatient(caller, known)).statusCode, 'the own patients go on').toBe(200);
    expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('720');
    expect(refused.json()).toMatchObject({
      message:
        'Van muchas búsquedas de personas que no están en tu sede. Sigue registrando sin buscar: escribe los datos; si la persona ya existe en otra sede, su registro queda pendiente hasta que la busques. Podrás buscar otra vez en 12 minutos.',
    });
    advanceClock(12 * 60_000 - 1_000);
    expect((await searchPatient(caller, elsewhere)).json()).toMatchObject({
      message: expect.stringMatching(/en un minuto\.$/) as string,
    });
    advanceClock(1_000);
    expect((await searchPatient(caller, elsewhere)).statusCode).toBe(200);
  });

  it('the limit of lookups blocks neither registrations nor the lookups of another user', async () => {
    const caller = await signIn('desk');
    await useUpLookups('desk', 1);
    expect((await searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER)).statusCode).toBe(404);
    expect((await searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER)).statusCode).toBe(429);
    expect((await searchPatient(await signIn('deskMedellin'), UNKNOWN_DOCUMENT_NUMBER)).statusCode).toBe(404);
    const json = evaluationBody(server, { identification_number: nextDocumentNumber() });
    expect((await caller.post('/evaluations', { json })).statusCode).toBe(201);
  });

  it('P7.8 rejected registrations count as lookups; above the limit their errors no longer name the patient', async () => {
    const [bogota, medellin] = [await signIn('desk'), await signIn('deskMedellin')];
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, bogota, { identification_number, first_name: 'Zoraida' });
    const json = evaluationBody(server, {
      identification_number,
      first_name: 'Otro',
      last_name: 'Inventado',
    });
    await useUpLookups('deskMedellin', 5);
    const replies = await times(10, () => medellin.post('/evaluations', { json }));
    expect(countOf(replies, 409)).toBe(10);
    expect(replies.filter(({ body }) => body.includes('Zoraida'))).toHaveLength(5);
    expect((await medellin.post('/evaluations', { json })).json()).toMatchObject({
      code: 'document_of_another',
      details: [
        {
          field: 'patient.identification_number',
          message:
            "Este documento ya está registrado en otra sede. Búscalo con 'Buscar paciente' para ver de quién es; si no es esta persona, corrige el número.",
        },
      ],
    });
    expect((await searchPatient(medellin, identification_number)).statusCode).toBe(429);
  });

  it('P8.39 a registration with the right names of another branch’s patient counts as a lookup; above the limit it gets the same error as one with wrong names', async () => {
    const [bogota, medellin] = [await signIn('desk'), await signIn('deskMedellin')];
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, bogota, { identification_number });
    const send = (first_name: string) =>
      medellin.post('/evaluations', {
        json: evaluationBody(server, { identification_number, first_name }),
        headers: { 'x-captured-at': '2001-01-01T08:00:00-05:00' },
      });
    await times(MAX_UNKNOWN_LOOKUPS_PER_HOUR, () => searchPatient(medellin, UNKNOWN_DOCUMENT_NUMBER));
    const before = await countRows(server, 'evaluations');
    const [fitting, other] = [await send('Ana'), await send('Luz')];
    expect(rejectionOf(fitting)).toEqual([409, 'document_of_another']);
    expect(fitting.json()).toEqual(other.json());
    expect(await countRows(server, 'evaluations')).toBe(before);
    expect((await searchPatient(medellin, identification_number)).statusCode).toBe(429);
    advanceClock(HOUR_MS);
    const lines = await collectLookupLogEntries(() => send('Ana'));
    expect(lines.map(([action, status]) => [action, status])).toEqual([
      ['patient_looked_up', 'done'],
      ['evaluation_created', 'done'],
    ]);
  });

  it('the limit counts the lookup of a patient known only to other branches, but not of a patient of the user’s branch', async () => {
    const [bogota, medellin] = [await signIn('desk'), await signIn('deskMedellin')];
    const number = nextDocumentNumber();
    await createEvaluation(server, bogota, { identification_number: number });
    await useUpLookups('desk', 1);
    await useUpLookups('deskMedellin', 1);
    const statuses = async (caller: Caller) =>
      statusesOf(await times(3, () => searchPatient(caller, number)));
    expect(await statuses(bogota)).toEqual([200, 200, 200]);
    expect(await statuses(medellin)).toEqual([200, 429, 429]);
  });

  it('the server logs a user’s patient lookups beyond the limit once in ten minutes, not once per attempt', async () => {
    const caller = await signIn('desk');
    await useUpLookups('desk');
    const refusal = ['patient_looked_up', 'refused', { code: 'rate_limited' }];
    expect(
      await collectLookupLogEntries(() => times(3, () => searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER))),
    ).toEqual([refusal]);
    advanceClock(10 * 60_000);
    expect(
      await collectLookupLogEntries(() => times(3, () => searchPatient(caller, UNKNOWN_DOCUMENT_NUMBER))),
    ).toEqual([refusal]);
  });

  it('the server counts lookups with an index, without scanning the log', async () => {
    const client = await server.database.pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select at from activity where user_id = $1 and action = $2 and at > $3 and status = $4
        and detail @> $5::jsonb order by at desc limit 1 offset 119`,
      [server.clinic.users.desk, 'patient_looked_up', new Date(now), 'done', '{"here":0}'],
    );
    await client.query('rollback');
    client.release();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('activity_own_reads');
  });
});
