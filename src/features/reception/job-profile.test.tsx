import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { ANA_ID, BRANCH_ID } from '#tests/support/device/device.ts';
import { createExpectedPersonOnDevice } from '#tests/support/device/expected.ts';
import { createAdditionalField, storeAdditionalFields } from '#tests/support/screens/additional-fields.ts';
import { createExamPackage } from '#tests/support/screens/evaluation.ts';
import {
  EMPLOYER_ID,
  EVALUATION_TYPE_ID,
  findButton,
  findField,
  prepareEmptyReception,
  renderReception,
  storeReadyDraft,
} from '#tests/support/screens/reception.tsx';
import { announcedPartOf } from './announced/announcement.ts';

const mocks = vi.hoisted(() => ({
  readCachedExamPackages: vi.fn<(reader: object) => Promise<{ items: readonly ExamPackage[] } | null>>(),
}));
vi.mock('#sync/reads/exam-packages.ts', () => ({ readCachedExamPackages: mocks.readCachedExamPackages }));

const field = createAdditionalField(1, { name: 'ARL', subject: 'visit' });
const profile = createExamPackage({
  evaluation_type: { id: EVALUATION_TYPE_ID, name: 'Ingreso', code: 'ING' },
  company: { id: EMPLOYER_ID, name: 'Flores', code: 'FLO' },
  emphases: ['Alturas'],
  additional_fields: [{ id: field.id, name: 'ARL' }],
});

beforeEach(async () => {
  await prepareEmptyReception();
  await storeAdditionalFields([field]);
  mocks.readCachedExamPackages.mockReset().mockResolvedValue({ items: [profile] });
});

async function openSecondStep(changes: Partial<RegistrationForm> = {}) {
  await storeReadyDraft();
  const draft = await loadDraft(ANA_ID, null);
  if (!draft?.content) throw new Error('the draft is gone');
  const form = { ...draft.content.form, ...changes };
  await saveDraftContent(ANA_ID, null, { ...draft.content, form, step: 1 });
  renderReception();
}

describe('P11.68 job profile in the registration form', () => {
  it('the second step shows exams and emphases of the profile of the chosen company, read from the device', async () => {
    await openSecondStep();
    expect(await screen.findByText('Perfil de cargo')).toBeTruthy();
    expect(screen.getByText('Audiometría · Énfasis: Alturas · Pide: ARL')).toBeTruthy();
    expect(mocks.readCachedExamPackages).toHaveBeenCalledWith({ ownerId: ANA_ID, branchId: BRANCH_ID });
  });

  it('the announced package job selects the profile before the job of the person', async () => {
    const heights = { ...profile, job: 'Trabajo en alturas' };
    const helper = { ...profile, job: 'Auxiliar', additional_fields: [] };
    mocks.readCachedExamPackages.mockResolvedValue({ items: [helper, heights] });
    const announced = createExpectedPersonOnDevice(17, { package_job: 'Trabajo en alturas' });
    await openSecondStep({ occupation_name: 'Auxiliar', ...announcedPartOf(announced, '2026-12-01') });
    expect(await screen.findByText('Perfil de cargo: Trabajo en alturas')).toBeTruthy();
    expect((await findField('ARL')).required).toBe(true);
  });

  it('a package of all companies is not shown there', async () => {
    mocks.readCachedExamPackages.mockResolvedValue({ items: [{ ...profile, company: null }] });
    await openSecondStep();
    expect((await findField('ARL')).required).toBe(true);
    expect(screen.queryByText(/^Perfil de cargo/)).toBeNull();
  });

  it("'Confirmar' leads back to a field that the profile asks for", async () => {
    await storeReadyDraft();
    renderReception();
    await userEvent.click(await findButton('Confirmar y crear evaluación'));
    await waitFor(async () => expect(document.activeElement).toBe(await findField('ARL')));
    expect(screen.getByText('Completa este dato.')).toBeTruthy();
    expect(await listEntries(ANA_ID, { limit: 9 })).toEqual([]);
  });

  it('without packages on the device the field stays optional', async () => {
    mocks.readCachedExamPackages.mockResolvedValue(null);
    await openSecondStep();
    expect((await findField('ARL')).required).toBe(false);
  });
});
