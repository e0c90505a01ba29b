import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { failureReasonText } from '#sync/messages/failure-text.ts';
import {
  findNetworkDisabledReason,
  failureText,
  isMissingBranchError,
  formatNotOnDevice,
} from './messages.ts';

const createRejectedError = (status: number, code: string | null, message: string) =>
  new Rejected({ status, code, message, details: [] });
const upConnection = { name: 'up', since: 0 } as const;
const downConnection = { name: 'down', since: 0, cause: 'no_answer', failures: 1, nextProbeAt: 0 } as const;

describe('P8 message of a failed read', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));

  it('the error message blames the network, and not the server, when the device has no network', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(failureText(new Unreachable('no_answer'), 'No se pudo.')).toBe(
      'No se pudo. Este dispositivo no tiene red.',
    );
  });

  it.each([
    [createRejectedError(403, 'forbidden', 'No tienes permiso.'), 'No tienes permiso.'],
    [createRejectedError(500, null, ''), 'No se pudo. (500)'],
    [new Unreachable('no_answer'), 'No se pudo. El servidor no responde.'],
    [
      new Unreachable('portal'),
      'No se pudo. Algo en la red contesta en lugar del servidor. Inicia sesión en la red si lo pide, o prueba con otra.',
    ],
    [new Error('x'), 'No se pudo.'],
  ])('the error message names the cause of the failure: %s', (error, text) =>
    expect(failureText(error, 'No se pudo.')).toBe(text),
  );

  it("P8.2 the error message is the message of the response body, not that of the body's details", () => {
    const details = [{ field: 'id', message: 'Inválido' }];
    const error = new Rejected({ status: 422, code: null, message: 'Datos inválidos', details });
    expect(failureText(error, 'No se pudo.')).toBe('Datos inválidos');
    expect(failureReasonText(error)).toBe('Datos inválidos');
  });

  it('P8.5 the check for a missing branch recognises the error code or, from a server without codes, the error message', () => {
    expect(isMissingBranchError(createRejectedError(403, 'branch_not_resolved', 'x'))).toBe(true);
    expect(isMissingBranchError(createRejectedError(403, null, 'branch not resolved'))).toBe(true);
    expect(isMissingBranchError(createRejectedError(403, 'forbidden', 'x'))).toBe(false);
  });
});

it('R3 the reason for a disabled action says whether the network or the session is missing', () => {
  expect(findNetworkDisabledReason({ gate: 'open' }, upConnection)).toBeNull();
  expect(findNetworkDisabledReason({ gate: 'open' }, downConnection)).toMatch(/^Sin conexión/);
  expect(findNetworkDisabledReason({ gate: 'expired' }, upConnection)).toMatch(/^Tu sesión venció/);
});

it('R3 the message about a file that is not on the device says whether the network or the session is missing', () => {
  expect(formatNotOnDevice(downConnection)).toMatch(/^Sin conexión/);
  expect(formatNotOnDevice(upConnection)).toMatch(/^Tu sesión venció/);
});
