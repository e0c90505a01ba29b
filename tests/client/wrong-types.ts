import * as api from './generated/api.ts';

/** Calls that the generated types must reject, or this file does not compile. They are never run. */
export const wrong = {
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
    const answer = await api.signEvaluation('x', { doctor_id: 'x' });
    // @ts-expect-error signing does not answer this code
    return answer.status === 409 && answer.data.code === 'email_taken';
  },
  nullable: async () => {
    const answer = await api.getEvaluation('x');
    if (answer.status !== 200) return;
    // @ts-expect-error null before it is closed
    answer.data.closed_at.toUpperCase();
  },
};
