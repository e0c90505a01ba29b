// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { listenToHistory } from '#ui/dialogs/history-guard.ts';
import { theme } from '#ui/theme/theme.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { anaAccount, ANA_ID, draftContent, randomPicture } from '#tests/support/device/device.ts';
import {
  findButton,
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';
import { ReceptionPage } from './reception-page.tsx';

const STEP_HEADINGS = [
  'Paso 1 de 3: Datos del paciente',
  'Paso 2 de 3: Evaluación y empresas',
  'Paso 3 de 3: Confirmación',
] as const;
const findStepHeading = (nth: 1 | 2 | 3) =>
  screen.findByRole('heading', { name: STEP_HEADINGS[nth - 1] ?? '' });
const findLink = (name: string) => screen.findByRole('link', { name });

const renderApp = () =>
  render(
    <MantineProvider theme={theme} env="test" forceColorScheme="light">
      <BrowserRouter>
        <Routes>
          <Route path="/home" element={<Link to="/reception">Registrar</Link>} />
          <Route path="/reception" element={<ReceptionPage account={anaAccount} />} />
        </Routes>
      </BrowserRouter>
    </MantineProvider>,
  );

async function openReceptionByLink(): Promise<void> {
  history.pushState(null, '', '/home');
  renderApp();
  await userEvent.click(await findLink('Registrar'));
}
async function storeAndOpenDraft(): Promise<void> {
  const { form } = draftContent(DOCUMENT_NUMBER);
  await saveDraftContent(ANA_ID, null, {
    ...draftContent(DOCUMENT_NUMBER),
    form: { ...form, evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID },
    step: 0,
  });
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
  await openReceptionByLink();
  await findStepHeading(1);
}
const pressNext = async () => userEvent.click(await findButton('Siguiente'));

beforeAll(listenToHistory);
beforeEach(prepareEmptyReception);

describe("P10.231 button 'Atrás' of the browser", () => {
  it("'Atrás' opens the previous step, or leaves the page in step 1; 'Adelante' skips no step", async () => {
    await storeAndOpenDraft();
    await pressNext();
    await findStepHeading(2);
    history.back();
    await findStepHeading(1);
    history.forward();
    await findStepHeading(1);
    await pressNext();
    await findStepHeading(2);
    await pressNext();
    await findStepHeading(3);
    history.back();
    await findStepHeading(2);
    history.back();
    await findStepHeading(1);
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    history.back();
    await findLink('Registrar');
    expect((await loadDraft(ANA_ID, null))?.content?.form.identification_number).toBe(DOCUMENT_NUMBER);
  });

  it("'Atrás' first closes an open dialog; in a restored draft, 'Atrás' opens the previous step", async () => {
    await storeReadyDraft();
    await openReceptionByLink();
    await userEvent.click(await findButton('Descartar todo'));
    await screen.findByRole('dialog');
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await findStepHeading(3);
    history.back();
    await findStepHeading(2);
  });

  it("'Atrás' opens the previous steps also after a reload, and then leaves the page", async () => {
    await storeAndOpenDraft();
    await pressNext();
    await findStepHeading(2);
    await pressNext();
    await findStepHeading(3);
    await retryUntilPassing(async () => expect((await loadDraft(ANA_ID, null))?.content?.step).toBe(2));
    cleanup();
    renderApp();
    await findStepHeading(3);
    history.back();
    await findStepHeading(2);
    history.back();
    await findStepHeading(1);
    history.back();
    await findLink('Registrar');
  });

  it("'Atrás' after 'Confirmar' leaves the page and never shows the confirmed patient again", async () => {
    await storeReadyDraft();
    await openReceptionByLink();
    await userEvent.click(await findButton('Confirmar y crear evaluación'));
    await findStepHeading(1);
    expect((await findField('Número de identificación')).value).toBe('');
    history.back();
    await userEvent.click(await findLink('Registrar'));
    await findStepHeading(1);
    expect((await findField('Número de identificación')).value).toBe('');
    expect(await loadDraft(ANA_ID, null)).toBeNull();
  });
});
