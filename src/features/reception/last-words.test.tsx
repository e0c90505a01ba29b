import '#tests/support/device/jsdom-device.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { listEntries } from '#storage/outbox/entries.ts';
import { saveDraft } from '#sync/changes/on-device.ts';
import { ANA, person } from '#tests/support/device/device.ts';
import {
  button,
  emptyDesk,
  field,
  NUMBER,
  readyDraft,
  saved,
  show,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/changes/on-device.ts', async (original) => {
  const real = await original<{ saveDraft: typeof saveDraft }>();
  return { ...real, saveDraft: vi.fn(real.saveDraft) };
});

beforeEach(emptyDesk);

const COMMENTS = 'Información adicional';

/** In the second step, and on to 'Confirmar' before a pause. */
async function writeComments(text: string): Promise<HTMLElement> {
  fireEvent.click(await button('Editar evaluación y empresas'));
  fireEvent.change(await field(COMMENTS), { target: { value: text } });
  fireEvent.click(await button('Siguiente'));
  return button('Confirmar y crear evaluación');
}

it('S2 S3 what was typed last goes with the entry, and is not written to the draft before', async () => {
  await readyDraft();
  show();
  const confirm = await writeComments('Trae exámenes');
  vi.mocked(saveDraft).mockClear();
  fireEvent.click(confirm);
  await button('Registrar otra evaluación');
  expect(saveDraft).not.toHaveBeenCalled();
  const [entry] = await listEntries(ANA, { limit: 9 });
  expect(entry?.summary).toMatchObject({ form: { additionalInfo: 'Trae exámenes' } });
});

it('S3 what was typed last is saved where it was not confirmed, and so is what is typed next', async () => {
  const last_evaluation = {
    started_at: new Date().toISOString(),
    evaluation_type_name: 'Ingreso',
    isOpen: false,
    chosen: null,
  };
  await readyDraft(NUMBER, { ...person(NUMBER), last_evaluation });
  show();
  fireEvent.click(await writeComments('Trae exámenes'));
  const dialog = await screen.findByRole('dialog');
  await waitFor(async () => expect((await saved())?.additionalInfo).toBe('Trae exámenes'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Volver a revisar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await writeComments('Trae lentes');
  await waitFor(async () => expect((await saved())?.additionalInfo).toBe('Trae lentes'));
});
