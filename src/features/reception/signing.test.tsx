import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEndedTurn } from '#storage/account/patient-turn.ts';
import { saveBranding } from '#storage/account/brand.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { saveDraftPicture as savePictureOfScreen } from '#sync/changes/on-device.ts';
import { lockAfterPatientTurn } from '#sync/changes/patient-turn.ts';
import { anaAccount, ANA_ID, draftContent, randomPicture } from '#tests/support/device/device.ts';

import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  DOCUMENT_NUMBER,
  findButton,
  prepareEmptyReception,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import {
  clickDialogButton,
  findSigningDialog,
  lockAndUnlock,
  signInDialog,
} from '#tests/support/screens/signing-dialog.ts';

vi.mock(
  '#components/signature/signature-pad.tsx',
  () => import('#tests/support/screens/fake-signature-pad.tsx'),
);
vi.mock('#sync/changes/on-device.ts', { spy: true });
vi.mock('#sync/changes/patient-turn.ts', { spy: true });

const AUTHORISATION = { version: '3', text: 'Autorizo a la IPS Los Alisos.' };

async function renderConfirmationStep(
  authorisation: typeof AUTHORISATION | null,
  hasPhoto = true,
): Promise<void> {
  const branding = { branch_name: 'Chapinero', company_name: 'Los Alisos', authorisation };
  await saveBranding(anaAccount, branding);
  await saveDraftContent(ANA_ID, null, draftContent(DOCUMENT_NUMBER));
  if (hasPhoto) await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
  renderReception();
}
const loadDraftSignature = async () => (await loadDraft(ANA_ID, null))?.signature;
beforeEach(async () => {
  history.replaceState(null, '', '/reception');
  await prepareEmptyReception();
});

describe('P10.123 text that the patient reads and accepts', () => {
  it("the signing screen shows authorisation, patient and document; only 'Aceptar y firmar' stores signature and signing statement", async () => {
    await renderConfirmationStep(AUTHORISATION);
    await userEvent.click(await findButton('Entregar al paciente'));
    const shown = await findSigningDialog();
    expect(within(shown).getByText('Zoraida, lea y firme')).toBeTruthy();
    expect(within(shown).getByText(`Zoraida Quiñones · CC ${DOCUMENT_NUMBER}`)).toBeTruthy();
    expect(within(shown).getByText(AUTHORISATION.text)).toBeTruthy();
    const accept = within(shown).getByRole<HTMLButtonElement>('button', { name: 'Aceptar y firmar' });
    expect(accept.disabled).toBe(true);
    await clickDialogButton('Firma del paciente');
    expect(accept.disabled).toBe(false);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard(' ');
    expect(accept.disabled).toBe(true);
    await clickDialogButton('Firma del paciente');
    await clickDialogButton('Cerrar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await loadDraftSignature(), 'nothing before it is accepted').toBeNull();

    await userEvent.click(await findButton('Entregar al paciente'));
    const before = Date.now();
    await clickDialogButton('Firma del paciente');
    await clickDialogButton('Aceptar y firmar');
    expect(await screen.findByText('Devuelva la tableta a recepción.')).toBeTruthy();
    await lockAndUnlock();
    await waitFor(async () => expect(await loadDraftSignature()).not.toBeNull());
    const statement = (await loadDraftSignature())?.statement;
    const sha256 = await sha256Hex(new TextEncoder().encode(AUTHORISATION.text));
    expect(statement).toMatchObject({ text: { version: '3', sha256 }, witness: null });
    expect(statement?.signedAt).toBeGreaterThanOrEqual(before);
    expect(statement?.deviceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByText('Aceptó la autorización, versión 3')).toBeTruthy();
  });
});

describe('P10.204 signing screen of a clinic without a text to accept', () => {
  const SPACE_CLEARS = 'La barra espaciadora limpia.';
  const shownPad = async () => {
    await renderConfirmationStep(null);
    await userEvent.click(await findButton('Pantalla completa'));
    return within(await findSigningDialog());
  };

  it("the signing screen without a text shows patient, document and purpose; after 'Guardar firma' it asks for the tablet back", async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
    );
    const shown = await shownPad();
    expect(shown.getByText('Zoraida, firme en el recuadro')).toBeTruthy();
    expect(shown.getByText(`Zoraida Quiñones · CC ${DOCUMENT_NUMBER}`)).toBeTruthy();
    expect(shown.getByText('Va a firmar su registro de hoy.')).toBeTruthy();
    expect(shown.getByText(SPACE_CLEARS)).toBeTruthy();
    vi.restoreAllMocks();
    expect(shown.queryByRole('button', { name: 'Aceptar y firmar' })).toBeNull();
    const keep = shown.getByRole<HTMLButtonElement>('button', { name: 'Guardar firma' });
    expect(keep.disabled).toBe(true);
    await clickDialogButton('Firma del paciente');
    await clickDialogButton('Guardar firma');
    expect(await screen.findByText('Devuelva la tableta a recepción.')).toBeTruthy();
    await lockAndUnlock();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await loadDraftSignature()).not.toBeNull());
    expect((await loadDraftSignature())?.statement).toBeUndefined();
  });

  it("'Cerrar' of the signing screen keeps the drawing on the pad of the step", async () => {
    const shown = await shownPad();
    expect(shown.queryByText(SPACE_CLEARS), 'on a tablet').toBeNull();
    await clickDialogButton('Firma del paciente');
    await clickDialogButton('Cerrar');
    await waitFor(async () => expect(await loadDraftSignature()).not.toBeNull());
    expect((await loadDraftSignature())?.statement).toBeUndefined();
  });
});

describe('P10.440 end of the patient’s turn', () => {
  const RETURNED = { name: 'Continuar en recepción' };
  beforeEach(() => {
    vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    vi.mocked(lockAfterPatientTurn).mockClear();
    return () => {
      vi.restoreAllMocks();
      vi.mocked(savePictureOfScreen).mockReset();
    };
  });
  const signAsPatient = async () => {
    await renderConfirmationStep(null);
    await userEvent.click(await findButton('Pantalla completa'));
    await signInDialog();
    await screen.findByText('Devuelva la tableta a recepción.');
  };

  it('the screen is locked also if the signature cannot be stored', async () => {
    vi.mocked(savePictureOfScreen).mockRejectedValue(new StorageProblem('full'));
    await signAsPatient();
    await lockAndUnlock();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await loadDraftSignature()).toBeNull();
    await waitFor(() => expect(reportError).toHaveBeenCalledWith(expect.any(StorageProblem)));
  });

  it('the prompt has a button if the device cannot store the lock', async () => {
    vi.mocked(lockAfterPatientTurn).mockRejectedValueOnce(new StorageProblem('full'));
    await signAsPatient();
    await userEvent.click(await screen.findByRole('button', RETURNED));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the prompt gets a button if the stored lock does not cover the window, which unlocks as on the lock screen', async () => {
    await signAsPatient();
    await waitFor(async () => expect(await readEndedTurn()).not.toBeNull());
    await userEvent.click(await screen.findByRole('button', RETURNED, { timeout: 10_000 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await readEndedTurn()).toBeNull();
  }, 20_000);
});

it.each([
  [AUTHORISATION, true],
  [AUTHORISATION, false],
  [null, true],
  [null, false],
])(
  "P10.317 'Confirmar' is the only primary button of the last step when the clinic’s text is %j and a photo exists: %j",
  async (authorisation, hasPhoto) => {
    await renderConfirmationStep(authorisation, hasPhoto);
    await findButton(authorisation ? 'Entregar al paciente' : 'Pantalla completa');
    const primary = [...document.querySelectorAll('button, label')].filter(
      (control) => control.getAttribute('data-variant') === 'filled',
    );
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Confirmar y crear evaluación']);
  },
);

it.each([[AUTHORISATION], [null]])(
  "P10.317 'No puede firmar' opens the witness form directly from the step, when the clinic’s text is %j",
  async (authorisation) => {
    await renderConfirmationStep(authorisation);
    // The button moves when the clinic's text is loaded.
    await findButton(authorisation ? 'Entregar al paciente' : 'Pantalla completa');
    await userEvent.click(await findButton('No puede firmar'));
    expect(within(await findSigningDialog()).getByText('No puede firmar: firma un testigo')).toBeTruthy();
  },
);

it('P10.383 the pad with a signature restored after a reload says how to sign again, and has no button that cannot be used', async () => {
  await renderConfirmationStep(null, false);
  await findButton('Pantalla completa');
  cleanup();
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(2_000));
  renderReception();
  expect(await screen.findByText('Limpia para repetirla.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pantalla completa' })).toBeNull();
  await userEvent.click(await findButton('Limpiar'));
  expect(await findButton('Pantalla completa')).toBeTruthy();
  expect(await findButton('No puede firmar')).toBeTruthy();
});

describe('P10.124 witness who signs instead of the patient', () => {
  it('the witness form requires reason and witness before the witness signs, and stores both with the signature', async () => {
    await renderConfirmationStep(null);
    await userEvent.click(await findButton('Pantalla completa'));
    await clickDialogButton('No puede firmar');
    await clickDialogButton('Firma el testigo');
    const form = within(await findSigningDialog());
    for (const text of [
      'Elige por qué no firma.',
      'Escribe el nombre del testigo.',
      'Escribe el documento del testigo.',
    ])
      expect(form.getByText(text)).toBeTruthy();
    await userEvent.selectOptions(form.getByLabelText('¿Por qué no firma?'), 'otra');
    await enterText(form.getByLabelText('Nombre del testigo'), 'Íngrid Peña');
    await enterText(form.getByLabelText('Número'), '778899');
    await clickDialogButton('Firma el testigo');
    expect(form.getByText('Escribe la razón.')).toBeTruthy();
    await enterText(form.getByLabelText('La razón'), 'x');
    await clickDialogButton('Firma el testigo');
    expect(form.getByText(SHORT_REASON_MESSAGE), 'P10.234').toBeTruthy();
    await userEvent.clear(form.getByLabelText('La razón'));
    await enterText(form.getByLabelText('La razón'), 'Prefiere no firmar');
    await clickDialogButton('Firma el testigo');
    expect(await form.findByText(`Como testigo de Zoraida Quiñones · CC ${DOCUMENT_NUMBER}`)).toBeTruthy();
    await clickDialogButton('Firma del testigo');
    await clickDialogButton('Aceptar y firmar');
    await waitFor(async () => expect(await loadDraftSignature()).not.toBeNull());
    expect((await loadDraftSignature())?.statement).toMatchObject({
      text: null,
      witness: {
        reason: 'otra',
        detail: 'Prefiere no firmar',
        name: 'Íngrid Peña',
        identification_type: 'CC',
        identification_number: '778899',
      },
    });
    await lockAndUnlock();
    expect(await screen.findByText('Firma de testigo: Íngrid Peña')).toBeTruthy();
  });
});
