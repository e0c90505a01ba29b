import * as api from './generated/api.ts';

/** Calls that the generated types must reject; this file compiles only if all of them are errors. They are never run. */
export const callsWithTypeErrors = {
  missing: () =>
    // @ts-expect-error employer_company_id is required
    api.createEvaluation({ evaluation_type_id: 'x' }),
  unknownWord: () =>
    // @ts-expect-error a closed vocabulary
    api.saveNotes('x', { notes: [{ note_type: 'diagnostico', content: '' }] }),
  noFile: () =>
    // @ts-expect-error the file is bytes
    api.addMedia('x', { type: 'photo', file: 1 }),
  unknownQuery: () =>
    // @ts-expect-error no such name
    api.listCompanies({ limite: 3 }),
  unknownCode: async () => {
    const response = await api.signEvaluation('x', { doctor_id: 'x' });
    // @ts-expect-error signing does not answer this code
    return response.status === 409 && response.data.code === 'email_taken';
  },
  nullable: async () => {
    const response = await api.getEvaluation('x');
    if (response.status !== 200) return;
    // @ts-expect-error null before it is closed
    response.data.closed_at.toUpperCase();
  },
};
