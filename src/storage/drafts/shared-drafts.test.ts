import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { emptySetupDraft, type SetupDraft } from '#domain/setup/draft.ts';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import {
  createWorksheetStore,
  discardWindowWorksheet,
  listUnsavedEvaluations,
  saveWorksheet,
} from './clinical-drafts.ts';
import { createSetupDraftStore } from './setup-drafts.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

const WORKSHEET_ID = `${ANA_ID}:e1`;
const createTypedText = (mine: string) => ({ base: '', mine, theirs: null });
const createTestWorksheet = (texts: Record<string, string>): Worksheet => ({
  texts: Object.fromEntries(Object.entries(texts).map(([key, mine]) => [key, createTypedText(mine)])),
  added: [],
});
const RESULT_TEXT_KEY = 'result:o1';
const NOTE_TEXT_KEY = 'note:concepto';

type WorksheetWindow = ReturnType<typeof createWorksheetStore>;
async function openTwoWindows(): Promise<[WorksheetWindow, WorksheetWindow]> {
  const windows: [WorksheetWindow, WorksheetWindow] = [createWorksheetStore(), createWorksheetStore()];
  for (const window of windows) await window.load(WORKSHEET_ID);
  return windows;
}
const saveTextsInWindow = (window: WorksheetWindow, texts: Record<string, string>) =>
  window.save(WORKSHEET_ID, ANA_ID, createTestWorksheet(texts));
async function readStoredTexts(): Promise<Record<string, string> | null> {
  const sheet = await createWorksheetStore().load(WORKSHEET_ID);
  return (
    sheet && Object.fromEntries(Object.entries(sheet.texts).map(([key, typed]) => [key, typed?.mine ?? '']))
  );
}

describe('P11.85 evaluations with unsaved texts', () => {
  it('are those of the user, until the texts are saved or discarded', async () => {
    await saveWorksheet(BEA_ID, 'e2', emptyWorksheet);
    await saveWorksheet(ANA_ID, 'e1', createTestWorksheet({ [NOTE_TEXT_KEY]: 'Apto' }));
    expect(await listUnsavedEvaluations(ANA_ID)).toEqual(new Set(['e1']));
    expect(await listUnsavedEvaluations(BEA_ID)).toEqual(new Set());
    await discardWindowWorksheet(ANA_ID, 'e1');
    expect(await listUnsavedEvaluations(ANA_ID)).toEqual(new Set());
  });
});

describe('P10.269 decision choices in a worksheet', () => {
  const chosen: Worksheet = {
    ...emptyWorksheet,
    choices: {
      aptitude: { base: 'apto', mine: null, theirs: { value: 'aplazado' } },
      restrictions: {
        base: null,
        mine: [{ what: 'Sin alturas', from: '2026-12-01', to: null }],
        theirs: null,
      },
    },
  };

  it('P10.269 a stored worksheet is loaded with its decision choices unchanged, including decision choices that another window saved', async () => {
    const [a, b] = await openTwoWindows();
    await a.save(WORKSHEET_ID, ANA_ID, chosen);
    expect(await createWorksheetStore().load(WORKSHEET_ID)).toEqual(chosen);
    const other: Worksheet['choices'] = { tasks: { base: null, mine: [], theirs: null } };
    await b.save(WORKSHEET_ID, ANA_ID, { ...emptyWorksheet, choices: other });
    expect((await createWorksheetStore().load(WORKSHEET_ID))?.choices).toEqual({
      ...chosen.choices,
      ...other,
    });
  });

  it('P10.269 a worksheet omits decision choices that this app version does not know and keeps all other data', async () => {
    const later = {
      ...createTestWorksheet({ [NOTE_TEXT_KEY]: 'Apta' }),
      choices: { ...chosen.choices, aptitude: { base: null, mine: 'excelente', theirs: null } },
    };
    await createWorksheetStore().save(WORKSHEET_ID, ANA_ID, later as unknown as Worksheet);
    const sheet = await createWorksheetStore().load(WORKSHEET_ID);
    expect(sheet?.choices).toEqual({ restrictions: chosen.choices?.restrictions });
    expect(sheet?.texts[NOTE_TEXT_KEY]?.mine).toBe('Apta');
  });
});

describe('P10.415 marks of a template in a worksheet', () => {
  it('P10.415 the device stores marks after the texts are saved, until they are removed', async () => {
    const marks: Worksheet['marks'] = {
      'note:concepto': { state: 'unseen', template: 'Sano', value: 'Apto' },
      'choice:aptitude': { state: 'seen' },
    };
    const store = createWorksheetStore();
    await store.save(WORKSHEET_ID, ANA_ID, { ...emptyWorksheet, marks });
    expect(await createWorksheetStore().load(WORKSHEET_ID)).toEqual({ ...emptyWorksheet, marks });
    expect(JSON.stringify(await db.clinicalDrafts.toArray())).not.toContain('Sano');
    await store.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    expect(await createWorksheetStore().load(WORKSHEET_ID)).toBeNull();
  });

  it('P10.418 a window reads the marks of another window, and its next save keeps the texts of both', async () => {
    const [first, second] = await openTwoWindows();
    const marks: Worksheet['marks'] = { 'note:sve': { state: 'unseen', template: 'Sana', value: 'Ninguno' } };
    await first.save(WORKSHEET_ID, ANA_ID, {
      ...createTestWorksheet({ [RESULT_TEXT_KEY]: 'Normal' }),
      marks,
    });
    expect((await second.peek(WORKSHEET_ID))?.marks).toEqual(marks);
    await saveTextsInWindow(second, { [NOTE_TEXT_KEY]: 'Apto' });
    expect(await createWorksheetStore().load(WORKSHEET_ID)).toMatchObject({
      texts: { [RESULT_TEXT_KEY]: { mine: 'Normal' }, [NOTE_TEXT_KEY]: { mine: 'Apto' } },
      marks,
    });
  });

  it('P10.415 a mark in a state that this app version does not know is read as seen', async () => {
    const later = { ...emptyWorksheet, marks: { 'note:sve': { state: 'asked' } } };
    await createWorksheetStore().save(WORKSHEET_ID, ANA_ID, later as unknown as Worksheet);
    expect((await createWorksheetStore().load(WORKSHEET_ID))?.marks).toEqual({
      'note:sve': { state: 'seen' },
    });
  });
});

describe('S3 one evaluation open in two windows', () => {
  it('a window’s text stays while the other window types repeatedly in another field', async () => {
    const [a, b] = await openTwoWindows();
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta' });
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Nor' });
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Normal' });
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta', [RESULT_TEXT_KEY]: 'Normal' });
  });

  it('a window’s unsaved text stays when the other window saves its own text', async () => {
    const [a, b] = await openTwoWindows();
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Normal' });
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta' });
    await a.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta' });
    await b.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    expect(await db.clinicalDrafts.count()).toBe(0);
  });

  it('texts that two windows type in one field are stored below each other; saving one of them keeps the other', async () => {
    const [a, b] = await openTwoWindows();
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta' });
    for (const mine of ['N', 'No', 'No apta']) await saveTextsInWindow(a, { [NOTE_TEXT_KEY]: mine });
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta con gafas' });
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta con gafas\nNo apta' });
    await b.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'No apta' });
  });

  it('a text that the other window removed is stored again when the user types in the window that still shows it', async () => {
    await saveTextsInWindow(createWorksheetStore(), { [NOTE_TEXT_KEY]: 'Apta' });
    const [a, b] = await openTwoWindows();
    await b.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    await saveTextsInWindow(a, { [NOTE_TEXT_KEY]: 'Apta', [RESULT_TEXT_KEY]: 'Normal' });
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta', [RESULT_TEXT_KEY]: 'Normal' });
  });

  it('when another window writes the draft between a window’s read and its write, the window merges its changes again', async () => {
    const [a, b] = await openTwoWindows();
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Nor' });
    const before = await db.clinicalDrafts.get(WORKSHEET_ID);
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta' });
    vi.spyOn(db.clinicalDrafts, 'get').mockResolvedValueOnce(before);
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Normal' });
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta', [RESULT_TEXT_KEY]: 'Normal' });
  });

  it('S21 a draft’s row without a revision is overwritten only by a window that has read the row', async () => {
    await saveTextsInWindow(createWorksheetStore(), { [NOTE_TEXT_KEY]: 'Apta' });
    await db.clinicalDrafts.toCollection().modify((row) => void delete row.revision);
    const [a, b] = await openTwoWindows();
    await a.save(WORKSHEET_ID, ANA_ID, emptyWorksheet);
    expect(await readStoredTexts()).toBeNull();
    await saveTextsInWindow(a, { [RESULT_TEXT_KEY]: 'Normal' });
    await saveTextsInWindow(b, { [NOTE_TEXT_KEY]: 'Apta hoy' });
    expect(await readStoredTexts()).toEqual({ [NOTE_TEXT_KEY]: 'Apta hoy', [RESULT_TEXT_KEY]: 'Normal' });
  });
});

describe('S3 one setup step open in two windows', () => {
  const STEP = `${ANA_ID}:setup:doctor`;
  const draft = (patch: Partial<SetupDraft>): SetupDraft => ({ ...emptySetupDraft, ...patch });

  it('the device merges the input of two windows in one setup step, and keeps the input of each window until this window saves the step', async () => {
    const [a, b] = [createSetupDraftStore(), createSetupDraftStore()];
    for (const window of [a, b]) await window.load(STEP);
    await b.save(STEP, ANA_ID, draft({ texts: { name: 'Leonor' }, ticked: ['ING'] }));
    const added = [{ code: 'ALT', name: 'Alturas' }];
    await a.save(STEP, ANA_ID, draft({ texts: { name: '', license_number: 'LIC-1' }, added }));
    expect(await createSetupDraftStore().load(STEP)).toEqual(
      draft({ texts: { name: 'Leonor', license_number: 'LIC-1' }, ticked: ['ING'], added }),
    );
    await a.save(STEP, ANA_ID, emptySetupDraft);
    expect(await createSetupDraftStore().load(STEP)).toEqual(
      draft({ texts: { name: 'Leonor' }, ticked: ['ING'] }),
    );
  });
});
