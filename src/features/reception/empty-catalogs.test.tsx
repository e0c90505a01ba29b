import '#tests/support/device/jsdom-device.ts';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { MIRRORED, replaceMirror } from '#storage/cache/catalogs.ts';
import { saveDraft } from '#storage/drafts/drafts.ts';
import { db } from '#storage/database/database.ts';
import { ANA, draftContent } from '#tests/support/device/device.ts';
import { EMPLOYER, emptyDesk, NUMBER, show } from '#tests/support/screens/reception.tsx';

const NONE = 'Todavía no hay tipos de evaluación o empresas para elegir.';
const PAUSED = { id: EMPLOYER, name: 'Flores', code: 'C', detail: null, active: false };

async function showStep(patch: Parameters<typeof show>[0] = {}) {
  const content = draftContent(NUMBER);
  const form = { ...content.form, evaluationTypeId: '', employerCompanyId: '' };
  await saveDraft(ANA, null, { ...content, form, step: 1 });
  show(patch);
  await screen.findByRole('combobox', { name: 'Empresa empleadora' });
}

beforeEach(async () => {
  await emptyDesk();
  for (const resource of MIRRORED) await replaceMirror(resource, [], [], Date.now());
});

describe('P10.221 a clinic without catalogues', () => {
  it('is said to be so to who registers: whom to ask, and what to do with the person', async () => {
    await showStep();
    expect(await screen.findByText(NONE)).toBeTruthy();
    expect(screen.getByText(/^Pide a quien administra los catálogos .*«Dejar en espera»/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Catálogos|en marcha/ })).toBeNull();
  });

  it.each([
    ['Ir a Catálogos', '/admin/catalogs', ['register_patients', 'manage_catalogs'] as const],
    [
      'Poner en marcha la clínica',
      '/setup',
      ['register_patients', 'manage_catalogs', 'user_management'] as const,
    ],
  ])('who may is led there: %s', async (name, to, actions) => {
    await showStep({ actions: [...actions] });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
    expect(screen.queryByText(/Pide a quien/)).toBeNull();
  });

  it('names what is missing; what nobody can choose any more is none', async () => {
    const type = { id: '00000000-0000-4000-8000-000000000001', name: 'Ingreso', code: 'I', detail: null };
    await replaceMirror('evaluation-types', [{ ...type, active: true }], [], Date.now());
    await replaceMirror('companies', [PAUSED], [], Date.now());
    await showStep();
    expect(await screen.findByText('Todavía no hay empresas para elegir.')).toBeTruthy();
  });

  it('where the copy is missing, that is said and nothing else', async () => {
    await db.mirrors.clear();
    await showStep();
    expect(await screen.findByText('El catálogo aún no está en este dispositivo.')).toBeTruthy();
    expect(screen.queryByText(/^Todavía no hay (tipos|empresas)/)).toBeNull();
  });
});
