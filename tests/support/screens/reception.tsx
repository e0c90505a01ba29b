import { screen } from '@testing-library/react';
import { ReceptionPage } from '#features/reception/reception-page.tsx';
import { replaceMirror, type MirroredRecord } from '#storage/cache/catalogs.ts';
import { loadDraft, settledDraft } from '#storage/drafts/drafts.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import { account, ANA, signInOnDevice, wipeDevice } from '../device/device.ts';
import { renderScreen } from './render-screen.tsx';

export const TYPE = '00000000-0000-4000-8000-000000000001';
export const EMPLOYER = '00000000-0000-4000-8000-000000000002';
export const NUMBER = '9999000017';

const row = (id: string, name: string): MirroredRecord => ({
  id,
  name,
  code: 'C',
  detail: null,
  active: true,
});

/** Nobody's draft, nothing unsent, and a catalogue of one each. */
export async function emptyDesk(): Promise<void> {
  setDrainRequester(() => undefined);
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  window.scrollTo = () => undefined;
  await settledDraft(ANA, null); // What the screen before wrote on its way out.
  await wipeDevice();
  await signInOnDevice(ANA);
  const now = Date.now();
  await replaceMirror('evaluation-types', [row(TYPE, 'Ingreso')], [], now);
  await replaceMirror('companies', [row(EMPLOYER, 'Flores')], [], now);
  await replaceMirror('occupations', [], [], now);
}

export const show = () => renderScreen(<ReceptionPage account={account} />, '/reception');
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
export const button = (name: string) => screen.findByRole('button', { name });
export const saved = async () => (await loadDraft(ANA, null))?.content?.form;
