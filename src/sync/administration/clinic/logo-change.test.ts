import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SaveResult } from '../../requests/saving.ts';
import { changeLogo, removeLogoWithMessage } from './logo-change.ts';

const logoMocks = vi.hoisted(() => ({ setLogo: vi.fn(), removeLogo: vi.fn() }));
vi.mock('./logo.ts', async (original) => ({ ...(await original<object>()), ...logoMocks }));

const PNG_LOGO_BYTES = new Uint8Array([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  ...Array<number>(16).fill(1),
]);
const logoFile = new File([PNG_LOGO_BYTES], 'logo.png');
const logoTarget = { type: 'branch', id: 'b' } as const;
const createRefusedSaveResult = (message = ''): SaveResult<never> => ({
  type: 'refused',
  refusal: { status: 500, code: null, message, details: [] },
});
const savedResult = { type: 'saved', body: { id: 'b' }, etag: null };

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

describe('P8 outcome of a logo change', () => {
  it('P8.35 the logo form reports that a logo was set or removed', async () => {
    logoMocks.setLogo.mockResolvedValue(savedResult);
    logoMocks.removeLogo.mockResolvedValue(savedResult);
    expect((await changeLogo(logoTarget, logoFile)).text).toBe('Logo actualizado correctamente.');
    expect((await removeLogoWithMessage(logoTarget)).text).toBe('Logo eliminado correctamente.');
  });

  it('P8.25 the logo form shows the server’s message for a rejection, or its own text when the message is missing', async () => {
    logoMocks.setLogo
      .mockResolvedValueOnce(createRefusedSaveResult())
      .mockResolvedValueOnce(createRefusedSaveResult('Hoy no.'));
    logoMocks.removeLogo.mockResolvedValue(createRefusedSaveResult());
    expect(await changeLogo(logoTarget, logoFile)).toEqual({
      type: 'failed',
      text: 'No se pudo actualizar el logo. (500)',
    });
    expect((await changeLogo(logoTarget, logoFile)).text).toBe('Hoy no.');
    const details = [{ field: 'file', message: 'El logo no se puede leer.' }];
    const refusal = { status: 422, code: null, message: 'Datos inválidos', details };
    logoMocks.setLogo.mockResolvedValueOnce({ type: 'refused', refusal });
    expect((await changeLogo(logoTarget, logoFile)).text).toBe('Datos inválidos. El logo no se puede leer.');
    logoMocks.setLogo.mockResolvedValueOnce({ type: 'unreachable', cause: 'portal' });
    expect((await changeLogo(logoTarget, logoFile)).text).not.toContain('escribiste');
    expect(await removeLogoWithMessage(logoTarget)).toEqual({
      type: 'failed',
      text: 'No se pudo eliminar el logo. (500)',
    });
  });
});
