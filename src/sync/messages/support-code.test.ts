import { expect, it } from 'vitest';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { lastReadOutcome, findReadProblem } from '../reads/last-read.ts';
import { supportCodeOfError, saveFailureOf } from './failure-text.ts';
import { supportCodeToShow } from './support-code.ts';

const createRejection = (status: number, message: string, requestId?: string) => ({
  status,
  code: null,
  message,
  details: [],
  ...(requestId !== undefined && { requestId }),
});

it.each([
  ['of a failure', createRejection(500, 'Ocurrió un error inesperado.', 'K7QM3-0XTP4'), 'K7QM3-0XTP4'],
  ['of a refusal without words', createRejection(400, '', 'K7QM3-0XTP4'), 'K7QM3-0XTP4'],
  ['not of one that says what to do', createRejection(400, 'Corrige los campos.', 'K7QM3-0XTP4'), undefined],
  ['not where the provider told none', createRejection(500, 'Ocurrió un error.'), undefined],
])(
  'P10.82 the app shows the support code of a failure or of a rejection without a message, but not of one that states what to do: %s',
  (_name, said, code) => {
    expect(supportCodeToShow(said)).toBe(code);
    expect(supportCodeOfError(new Rejected(said))).toBe(code);
    expect(saveFailureOf({ type: 'refused', refusal: said }, 'No se pudo.').supportCode).toBe(code);
    const query = { error: new Rejected(said), failureReason: null, isFetching: false };
    const read = lastReadOutcome({ query, link: { name: 'up', since: 0 }, gate: 'open' });
    const problem = findReadProblem(read, 'No se pudo.', null);
    expect(problem?.type === 'read' ? problem.supportCode : 'none').toBe(code);
  },
);

it('P10.82 no support code is shown when no server responded', () => {
  expect(supportCodeOfError(new Unreachable('timeout'))).toBeUndefined();
});
