import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SavedNotes } from '#contract/records/evaluation/clinical.ts';
import { DecisionOptions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import { sendCorrection } from '../support/corrections.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  saveDecisions,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  seedClinicalFixture,
  sign,
  signWithConfirmations,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let decisionsFixture: ClinicalFixture;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('decisions', { publicUrl: new URL('https://ventanilla.example.com') });
  decisionsFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const newEvaluation = async () => createEvaluation(server, await server.as('desk'));
const ALL_DECISION_FIELDS = {
  aptitude: 'apto_restricciones',
  surveillance: [{ programme: 'osteomuscular', act: 'ingresa' }],
  referral: { to: 'eps', reason: 'zqmotivo' },
  restrictions: [{ what: 'Sin zqalturas', from: '2026-03-05', to: null }],
  tasks: [{ task: 'Conducción', aptitude: 'no_apto' }],
} as const;

describe('P10.263 PUT /evaluations/:id/notes with decisions', () => {
  let refused: string | undefined;

  it('P10.263 the server stores notes and decisions together, including a restriction with several periods, and returns all of them', async () => {
    const id = await newEvaluation();
    expect((await fetchEvaluationDetail(doctor, id)).decisions).toEqual(NO_DECISIONS);
    const reply = await doctor.send('PUT', `/evaluations/${id}/notes`, {
      json: { notes: [{ note_type: 'concepto', content: 'Apto' }], decisions: { aptitude: 'apto' } },
    });
    expect(responseOf(SavedNotes, reply)).toEqual({
      notes: [{ note_type: 'concepto', content: 'Apto' }],
      decisions: { ...NO_DECISIONS, aptitude: 'apto' },
    });
    expect(
      responseOf(SavedNotes, await saveDecisions(doctor, id, { ...ALL_DECISION_FIELDS, tasks: [] }))
        .decisions,
    ).toEqual({
      ...ALL_DECISION_FIELDS,
      tasks: [],
    });
    expect((await fetchEvaluationDetail(doctor, id)).decisions).toEqual({
      ...ALL_DECISION_FIELDS,
      tasks: [],
    });
    const [restriction] = ALL_DECISION_FIELDS.restrictions;
    const restrictions = [restriction, { ...restriction, to: '2026-04-05' }];
    await saveDecisions(doctor, id, { restrictions });
    expect((await fetchEvaluationDetail(doctor, id)).decisions?.restrictions).toEqual(restrictions);
  });

  it('P10.263 the server keeps decisions that a client omits, and removes decisions that the client sends as null', async () => {
    const id = await newEvaluation();
    await saveDecisions(doctor, id, ALL_DECISION_FIELDS);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'No apto' }]);
    expect((await fetchEvaluationDetail(doctor, id)).decisions).toEqual(ALL_DECISION_FIELDS);
    await saveDecisions(doctor, id, { referral: null });
    expect((await fetchEvaluationDetail(doctor, id)).decisions).toEqual({
      ...ALL_DECISION_FIELDS,
      referral: null,
    });
  });

  it('P10.263 decisions alone move an evaluation to in process, and the log has their field names; a repeated request changes nothing', async () => {
    const id = await newEvaluation();
    const lines = await collectNewLogEntries(server, () =>
      saveDecisions(doctor, id, { referral: ALL_DECISION_FIELDS.referral }),
    );
    expect(lines).toEqual([['notes_saved', 'done', { notes: [], decisions: ['referral'] }]]);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('en_proceso');
    const tag = await fetchEvaluationEtag(doctor, id);
    expect(
      await collectNewLogEntries(server, () =>
        saveDecisions(doctor, id, { referral: ALL_DECISION_FIELDS.referral }),
      ),
    ).toEqual([]);
    expect(await fetchEvaluationEtag(doctor, id)).toBe(tag);
    const untouched = await newEvaluation();
    await saveDecisions(doctor, untouched, { referral: null });
    expect((await fetchEvaluationDetail(doctor, untouched)).status).toBe('pendiente');
  });

  it('P10.263 the server rejects decisions for a closed evaluation, and decisions that are based on another revision', async () => {
    const id = await seedReadyEvaluation(server, decisionsFixture);
    expect(errorCodeOf(await saveDecisions(doctor, id, { aptitude: 'apto' }, { 'if-match': '"r1"' }))).toBe(
      'precondition_failed',
    );
    await sign(doctor, id, decisionsFixture.doctors.signer);
    expect(errorCodeOf(await saveDecisions(doctor, id, { aptitude: 'no_apto' }))).toBe('evaluation_closed');
  });

  it.each<[object, string]>([
    [{ aptitude: 'otro' }, 'decisions.aptitude'],
    [{ referral: { to: 'sisben', reason: null } }, 'decisions.referral.to'],
    [
      { surveillance: [ALL_DECISION_FIELDS.surveillance[0], { programme: 'Osteomuscular', act: 'egresa' }] },
      'decisions.surveillance',
    ],
    [
      {
        restrictions: [
          ALL_DECISION_FIELDS.restrictions[0],
          { ...ALL_DECISION_FIELDS.restrictions[0], what: 'SIN zqálturas' },
        ],
      },
      'decisions.restrictions',
    ],
    [{ tasks: [ALL_DECISION_FIELDS.tasks[0], { task: 'conduccion', aptitude: 'apto' }] }, 'decisions.tasks'],
    [{ restrictions: [{ what: 'x', from: '2026-03-05', to: '2026-03-04' }] }, 'decisions.restrictions.0.to'],
    [{ tasks: [{ task: '', aptitude: 'apto' }] }, 'decisions.tasks.0.task'],
  ])('P10.263 the server rejects the decisions %j with an error at %s', async (decisions, field) => {
    const reply = await saveDecisions(doctor, (refused ??= await newEvaluation()), decisions);
    expect([errorCodeOf(reply), Object.keys(fieldProblemsOf(reply))]).toEqual(['validation_failed', [field]]);
  });
});

const fetchOfferedOptions = async () => responseOf(DecisionOptions, await doctor.get('/decision-options'));
const changeOfferedOptions = async (change: Partial<DecisionOptions>) => {
  const { revision: _revision, ...before } = await fetchOfferedOptions();
  return admin.send('PUT', '/decision-options', { json: { ...before, ...change } });
};

describe('P10.263 decisions and the options that the clinic offers', () => {
  it('P10.263 the server rejects an aptitude that is switched off for the evaluation type, unless the evaluation already has it', async () => {
    const [before, id] = [await newEvaluation(), await newEvaluation()];
    const { evaluation_type: type } = await fetchEvaluationDetail(doctor, id);
    await saveDecisions(doctor, before, { aptitude: 'realizado' });
    await changeOfferedOptions({
      aptitudes_off: [{ evaluation_type_id: type.id, aptitudes: ['realizado'] }],
    });
    const reply = await saveDecisions(doctor, id, { aptitude: 'realizado', surveillance: [] });
    expect([reply.statusCode, Object.keys(fieldProblemsOf(reply))]).toEqual([400, ['decisions.aptitude']]);
    expect((await fetchEvaluationDetail(doctor, id)).decisions).toEqual(NO_DECISIONS);
    expect((await saveDecisions(doctor, id, { aptitude: 'apto' })).statusCode).toBe(200);
    expect((await saveDecisions(doctor, before, { aptitude: 'realizado', tasks: [] })).statusCode).toBe(200);
    await changeOfferedOptions({ aptitudes_off: [] });
    expect((await saveDecisions(doctor, id, { aptitude: 'realizado' })).statusCode).toBe(200);
  });

  it('P10.263 the server rejects a programme that the clinic does not list, unless the evaluation already has it', async () => {
    const [before, id] = [await newEvaluation(), await newEvaluation()];
    const { programmes } = await fetchOfferedOptions();
    const own = [{ programme: 'Radiaciones', act: 'ingresa' }];
    const reply = await saveDecisions(doctor, id, { surveillance: own });
    expect([reply.statusCode, Object.keys(fieldProblemsOf(reply))]).toEqual([
      400,
      ['decisions.surveillance'],
    ]);
    await changeOfferedOptions({ programmes: [...programmes, 'Radiaciones'] });
    expect((await saveDecisions(doctor, before, { surveillance: own })).statusCode).toBe(200);
    await changeOfferedOptions({ programmes });
    const egresa = [{ programme: 'Radiaciones', act: 'egresa' }];
    expect((await saveDecisions(doctor, before, { surveillance: egresa })).statusCode).toBe(200);
    expect((await saveDecisions(doctor, id, { surveillance: egresa })).statusCode).toBe(400);
  });
});

describe('P10.264 signing with decisions', () => {
  const confirmed = { without_concept: false };
  const signer = () => decisionsFixture.doctors.signer;

  it('P10.264 the server rejects signing without an aptitude when the request contains confirmations', async () => {
    const id = await seedReadyEvaluation(server, decisionsFixture);
    await saveDecisions(doctor, id, { aptitude: null });
    const reply = await signWithConfirmations(doctor, id, signer(), { confirmed });
    expect([errorCodeOf(reply), fieldProblemsOf(reply)]).toEqual([
      'confirmation_missing',
      { 'decisions.aptitude': 'Elige el concepto de aptitud.' },
    ]);
    await saveDecisions(doctor, id, { aptitude: 'apto' });
    expect((await signWithConfirmations(doctor, id, signer(), { confirmed })).statusCode).toBe(200);
  });

  it('P10.264 P10.263 the server rejects signing while the chosen aptitude is switched off for the present evaluation type', async () => {
    const { types } = server.clinic;
    const [switched, corrected] = [
      await seedReadyEvaluation(server, decisionsFixture),
      await seedReadyEvaluation(server, decisionsFixture),
    ];
    const { evaluation_type: type } = await fetchEvaluationDetail(doctor, switched);
    const other = Object.values(types).find((id) => id !== type.id && id !== types.retired);
    await changeOfferedOptions({ aptitudes_off: [{ evaluation_type_id: other ?? '', aptitudes: ['apto'] }] });
    expect((await sendCorrection(doctor, corrected, { evaluation_type_id: other })).statusCode).toBe(200);
    const signAndExpectRejection = async (id: string) => {
      const reply = await signWithConfirmations(doctor, id, signer(), { confirmed });
      expect([reply.statusCode, errorCodeOf(reply), fieldProblemsOf(reply)]).toEqual([
        409,
        'confirmation_missing',
        { 'decisions.aptitude': 'Esta aptitud ya no se ofrece para este tipo de evaluación.' },
      ]);
    };
    await signAndExpectRejection(corrected);
    await saveDecisions(doctor, corrected, { aptitude: 'aplazado' });
    expect((await signWithConfirmations(doctor, corrected, signer(), { confirmed })).statusCode).toBe(200);
    await changeOfferedOptions({ aptitudes_off: [{ evaluation_type_id: type.id, aptitudes: ['apto'] }] });
    await signAndExpectRejection(switched);
    expect((await sign(doctor, switched, signer())).statusCode).toBe(200);
    await changeOfferedOptions({ aptitudes_off: [] });
  });

  it('P10.264 the server signs an evaluation without an aptitude when the client confirms that the concept is empty', async () => {
    const id = await seedReadyEvaluation(server, decisionsFixture);
    await saveDecisions(doctor, id, { aptitude: null });
    await saveNotes(doctor, id, [
      { note_type: 'concepto', content: '' },
      { note_type: 'habitos', content: 'Caminar.' },
    ]);
    expect(
      Object.keys(fieldProblemsOf(await signWithConfirmations(doctor, id, signer(), { confirmed }))),
    ).toEqual(['decisions.aptitude', 'confirmed.without_concept']);
    const without = { confirmed: { without_concept: true } };
    expect((await signWithConfirmations(doctor, id, signer(), without)).statusCode).toBe(200);
  });

  it('P10.264 the signed version keeps the decisions, the list of evaluations shows the aptitude, and both documents print the decisions, the concept without the referral reason', async () => {
    const fetchListItem = async (id: string) => {
      const query = '/evaluations?status=cerrada,pendiente,en_proceso&page_size=100';
      const { items } = responseOf(EvaluationList, await doctor.get(query));
      return items.find((item) => item.id === id)?.aptitude;
    };
    const id = await seedReadyEvaluation(server, decisionsFixture);
    await saveDecisions(doctor, id, ALL_DECISION_FIELDS);
    expect(await fetchListItem(id)).toBeNull();
    await sign(doctor, id, signer());
    expect((await signedVersionsOf(server, id)).map(({ content }) => content.decisions)).toEqual([
      ALL_DECISION_FIELDS,
    ]);
    expect(await fetchListItem(id)).toBe('apto_restricciones');
    const text = async (kind: string) =>
      pdfTextOf((await doctor.get(`/evaluations/${id}/${kind}`)).rawPayload);
    const [history, concept] = [await text('clinical-history'), await text('concept-pdf')];
    for (const words of [
      'Apto con restricciones',
      'Ingresa: osteomuscular',
      'Requiere valoración por EPS',
      'zqmotivo',
      'Sin zqalturas',
      'Permanente',
      'Conducción',
      'No apto',
    ])
      expect(history).toContain(words);
    for (const words of [
      'Apto con restricciones',
      'Sí: osteomuscular',
      'Requiere valoración por EPS',
      'Sin zqalturas, permanente desde el 5 mar 2026.',
      'Conducción: no apto.',
    ])
      expect(concept).toContain(words);
    expect(concept).not.toContain('zqmotivo');
    await reopen(doctor, id);
    expect(await fetchListItem(id)).toBeNull();
    await saveDecisions(doctor, id, { aptitude: 'apto' });
    await sign(doctor, id, signer());
    expect((await signedVersionsOf(server, id)).map(({ content }) => content.decisions?.aptitude)).toEqual([
      'apto_restricciones',
      'apto',
    ]);
    expect(await fetchListItem(id)).toBe('apto');
  });
});

describe('P10.322 signed version in the list of evaluations', () => {
  it('P10.322 the list shows the valid signed version of an evaluation while the evaluation is closed', async () => {
    const fetchListItem = async (id: string) => {
      const page = await doctor.get('/evaluations?status=cerrada,en_proceso&page_size=100');
      return responseOf(EvaluationList, page).items.find((item) => item.id === id)?.closing;
    };
    const id = await seedReadyEvaluation(server, decisionsFixture);
    await sign(doctor, id, decisionsFixture.doctors.signer);
    await reopen(doctor, id);
    expect(await fetchListItem(id)).toBeNull();
    await sign(doctor, id, decisionsFixture.doctors.signer);
    const { version, closed_at } = await fetchEvaluationDetail(doctor, id);
    expect(version).toBe(2);
    expect(await fetchListItem(id)).toEqual({ version, closed_at });
  });
});
