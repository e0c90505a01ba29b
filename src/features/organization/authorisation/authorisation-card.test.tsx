import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthorisationText } from '#contract/records/authorisation-text.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { AuthorisationCard } from './authorisation-card.tsx';

const mocks = vi.hoisted(() => ({
  fetchAuthorisationText: vi.fn(),
  setAuthorisationText: vi.fn(),
  toast: vi.fn(),
}));
vi.mock('#sync/administration/clinic/authorisation-text.ts', () => mocks);
vi.mock('#ui/notices/toast.ts', () => mocks);
// happy-dom has no canvas.
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));

const NO_TEXT: AuthorisationText = {
  version: null,
  text: null,
  since: '2026-03-10T15:00:00.000Z',
  revision: 1,
  set_by: null,
  is_from_file: false,
  earlier: [],
};
const TEXT: AuthorisationText = {
  ...NO_TEXT,
  version: '2026-03-10',
  text: 'Autorizo el tratamiento.',
  revision: 2,
  set_by: 'Ana Gil',
  approved: true,
  earlier: [
    { version: null, text: null, since: '2026-02-05T15:00:00.000Z', set_by: 'Luz Pérez' },
    { version: '2026-01-05', text: 'Texto de enero.', since: '2026-01-05T15:00:00.000Z', set_by: null },
    { version: null, text: null, since: '2000-01-01T00:00:00.000Z', set_by: null },
  ],
};
const renderCard = (present: AuthorisationText) => {
  mocks.fetchAuthorisationText.mockResolvedValue(present);
  return renderReadScreen(
    <AuthorisationCard account={createAccount(['user_management'])} companyName="IPS Prueba" />,
    '/organization',
  );
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const textField = () => screen.findByLabelText<HTMLTextAreaElement>('Texto');
const approval = () => screen.getByLabelText('La clínica revisó este texto y lo aprueba');

beforeEach(() => {
  vi.clearAllMocks();
});

describe('P10.424 form of the text that patients sign', () => {
  it('P10.424 the form proposes a text with the name of the clinic, and saves it only after the user states the approval', async () => {
    renderCard(NO_TEXT);
    await press('Escribir el texto');
    await press('Usar desde ahora');
    expect(await screen.findByText('Escribe el texto que firma el paciente.')).toBeTruthy();
    await press('Usar un texto propuesto');
    const { value } = await textField();
    expect(value).toContain('Autorizo a IPS Prueba');
    await press('Usar desde ahora');
    expect(await screen.findByText('Marca que la clínica revisó y aprobó el texto.')).toBeTruthy();
    expect(mocks.setAuthorisationText).not.toHaveBeenCalled();
    await userEvent.click(approval());
    await userEvent.type(await textField(), ' ');
    expect(approval(), 'the approval was given to the text before').toHaveProperty('checked', false);
    await userEvent.type(await textField(), '{Backspace}');
    await userEvent.click(approval());
    mocks.setAuthorisationText.mockResolvedValue({
      type: 'saved',
      body: { ...TEXT, text: value },
      etag: null,
    });
    await press('Usar desde ahora');
    await screen.findByRole('button', { name: 'Cambiar el texto' });
    expect(mocks.setAuthorisationText).toHaveBeenCalledExactlyOnceWith(NO_TEXT, {
      text: value,
      approved: true,
    });
    expect(mocks.fetchAuthorisationText).toHaveBeenCalledOnce();
  });

  it('P10.424 after a change by another user the form keeps the typed text, and saves it on top of that change if the user chooses so', async () => {
    renderCard(TEXT);
    await press('Cambiar el texto');
    await userEvent.clear(await textField());
    await enterText(await textField(), 'Lo mío');
    await userEvent.click(approval());
    const theirs = { ...TEXT, text: 'Lo de otra persona', revision: 3 };
    mocks.fetchAuthorisationText.mockResolvedValue(theirs);
    mocks.setAuthorisationText.mockResolvedValueOnce({ type: 'stale' });
    await press('Usar desde ahora');
    expect(await screen.findByText('Lo de otra persona')).toBeTruthy();
    expect((await textField()).value).toBe('Lo mío');
    await userEvent.click(approval());
    await press('Guardar lo mío');
    expect(await screen.findByText('Marca que la clínica revisó y aprobó el texto.')).toBeTruthy();
    await userEvent.click(approval());
    mocks.setAuthorisationText.mockResolvedValueOnce({ type: 'saved', body: theirs, etag: null });
    await press('Guardar lo mío');
    await waitFor(() =>
      expect(mocks.setAuthorisationText).toHaveBeenLastCalledWith(theirs, { text: 'Lo mío', approved: true }),
    );
  });

  it('P10.424 without a connection the form states that nothing was saved, and keeps the typed text', async () => {
    renderCard(TEXT);
    await press('Cambiar el texto');
    await enterText(await textField(), ' Y más.');
    await userEvent.click(approval());
    mocks.setAuthorisationText.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    await press('Usar desde ahora');
    expect(
      await screen.findByText(/^No se pudo cambiar el texto\..*Lo que escribiste sigue aquí\.$/),
    ).toBeTruthy();
    expect((await textField()).value).toBe('Autorizo el tratamiento. Y más.');
  });
});

describe('P10.424 card of the text that patients sign', () => {
  it('P10.424 the preview shows the typed text on the screen that patients sign, and stores no signature', async () => {
    renderCard(TEXT);
    await press('Cambiar el texto');
    await enterText(await textField(), ' Y más.');
    await press('Ver como paciente');
    const dialog = await screen.findByRole('dialog', { name: 'Muestra: así lo ve el paciente' });
    expect(dialog.textContent).toContain('Autorizo el tratamiento. Y más.');
    expect(screen.getByRole('button', { name: 'Aceptar y firmar' })).toHaveProperty('disabled', true);
    await press('Cerrar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await textField()).value).toBe('Autorizo el tratamiento. Y más.');
  });

  it('P10.424 the card shows version, author and earlier texts, and removes the text after a confirmation', async () => {
    renderCard(TEXT);
    expect(await screen.findByText(/^Versión 2026-03-10, desde el .*, aprobada por Ana Gil\.$/)).toBeTruthy();
    expect(screen.getByText('Texto de enero.')).toBeTruthy();
    expect(screen.getByText(/^Sin texto, desde el .*, por Luz Pérez\.$/)).toBeTruthy();
    await press('Quitar el texto');
    mocks.setAuthorisationText.mockResolvedValue({ type: 'saved', body: NO_TEXT, etag: null });
    await press('Quitar');
    await waitFor(() =>
      expect(mocks.setAuthorisationText).toHaveBeenCalledExactlyOnceWith(TEXT, { text: null }),
    );
  });

  it('P10.424 a text without the statement of its approval is not called approved', async () => {
    renderCard({ ...TEXT, approved: false });
    expect(await screen.findByText(/^Versión 2026-03-10, desde el .*, por Ana Gil\.$/)).toBeTruthy();
  });

  it('P10.424 a text of the settings file cannot be changed, and a base-contract server hides the card', async () => {
    const { unmount } = renderCard({ ...TEXT, set_by: null, is_from_file: true });
    expect(await screen.findByText(/El servidor fija este texto/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Cambiar|Quitar/ })).toBeNull();
    unmount();
    const unknown = { status: 404, code: CALL_UNKNOWN_CODE, message: '', details: [] };
    mocks.fetchAuthorisationText.mockRejectedValue(new Rejected(unknown));
    renderReadScreen(
      <AuthorisationCard account={createAccount(['user_management'])} companyName="IPS Prueba" />,
      '/organization',
    );
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Texto que firma el paciente' })).toBeNull(),
    );
  });
});
