import { describe, expect, it } from 'vitest';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';
import { setUnsavedDecision, conflictingDecisionNames, resolveDecisionConflict } from './choices.ts';
import { getDisplayedDecisions } from './decide.ts';
import { mergeWorksheets } from './sheet-merge.ts';
import * as sheets from './worksheet.ts';
import { createSaveNotesBody, worksheetAfterSaving } from './worksheet-saving.ts';
import { emptyWorksheet, type Worksheet } from './worksheet.ts';

const createTextsWithDecisions = (decisions: Partial<Decisions> = {}) => ({
  exam_orders: [],
  notes: [],
  decisions: { ...NO_DECISIONS, ...decisions },
});
const sheetWithAptitude = (
  aptitude: Decisions['aptitude'],
  over = createTextsWithDecisions(),
  sheet = emptyWorksheet,
): Worksheet => ({
  ...sheet,
  choices: setUnsavedDecision(sheet.choices ?? {}, over.decisions, 'aptitude', aptitude),
});
const NO_RESTRICTIONS_DECISION: Partial<Decisions> = { restrictions: [] };

describe('P10.269 unsaved decisions of the doctor', () => {
  it('P10.269 the page shows the doctor’s unsaved decision instead of the server’s, and drops the unsaved decision when both are equal', () => {
    const over = createTextsWithDecisions({ aptitude: 'apto', ...NO_RESTRICTIONS_DECISION });
    const sheet = sheetWithAptitude('aplazado', over);
    expect(getDisplayedDecisions(sheet, over)).toEqual({ ...over.decisions, aptitude: 'aplazado' });
    expect(sheets.isSectionChanged(sheet, 'notes')).toBe(true);
    expect(sheets.isSectionChanged(sheet, 'results')).toBe(false);
    expect(sheets.isEmptyWorksheet(sheetWithAptitude('apto', over, sheet))).toBe(true);
    expect(getDisplayedDecisions(sheet, { exam_orders: [], notes: [] } as sheets.EvaluationTexts)).toBeNull();
  });

  it('P10.269 the request that saves the notes also contains the unsaved decisions, with null for a decision that the doctor removed', () => {
    const over = createTextsWithDecisions({ aptitude: 'apto' });
    const sheet = sheetWithAptitude(null, over);
    expect(createSaveNotesBody(sheet, over)).toEqual({ notes: [], decisions: { aptitude: null } });
  });

  it('P10.271 saving the notes sends no decisions to a server that stores none, and clears the unsaved decisions', () => {
    const sheet = sheetWithAptitude('apto');
    expect(createSaveNotesBody(sheet, {})).toEqual({ notes: [] });
    expect(sheets.isEmptyWorksheet(worksheetAfterSaving(sheet, sheet, 'notes'))).toBe(true);
  });

  it('P10.269 an unsaved decision is dropped when another doctor saves the same value, and stays when that doctor saves a decision of another kind', () => {
    const sheet = sheetWithAptitude('apto');
    expect(
      sheets.isEmptyWorksheet(sheets.rebaseWorksheet(sheet, createTextsWithDecisions({ aptitude: 'apto' }))),
    ).toBe(true);
    const other = createTextsWithDecisions({ referral: { to: 'eps', reason: null } });
    expect(sheets.rebaseWorksheet(sheet, other)).toBe(sheet);
    expect(getDisplayedDecisions(sheet, other)).toMatchObject({ aptitude: 'apto', referral: { to: 'eps' } });
  });

  it('P10.269 an unsaved decision is in conflict with another doctor’s different decision until the doctor picks one', () => {
    const theirs = createTextsWithDecisions({ aptitude: 'no_apto' });
    const sheet = sheets.rebaseWorksheet(sheetWithAptitude('apto'), theirs);
    const choices = sheet.choices ?? {};
    expect(conflictingDecisionNames(choices)).toEqual(['aptitude']);
    expect(sheets.hasSectionConflict(sheet, 'notes')).toBe(true);
    expect(sheets.hasSectionConflict(sheet, 'results')).toBe(false);
    expect(
      sheets.isEmptyWorksheet({ ...sheet, choices: resolveDecisionConflict(choices, 'aptitude', 'no_apto') }),
    ).toBe(true);
    const mine = { ...sheet, choices: resolveDecisionConflict(choices, 'aptitude', 'apto') };
    expect(sheets.hasSectionConflict(mine, 'notes')).toBe(false);
    expect(sheets.rebaseWorksheet(mine, theirs)).toBe(mine);
    expect(createSaveNotesBody(mine, theirs).decisions).toEqual({ aptitude: 'apto' });
  });

  it('P10.269 the conflict of an unsaved decision ends when the other doctor undoes the change', () => {
    const conflicted = sheets.rebaseWorksheet(
      sheetWithAptitude('apto'),
      createTextsWithDecisions({ aptitude: 'no_apto' }),
    );
    expect(
      sheets.hasSectionConflict(sheets.rebaseWorksheet(conflicted, createTextsWithDecisions()), 'notes'),
    ).toBe(false);
  });

  it('P10.269 a decision that the doctor changes during the save request stays unsaved', () => {
    const sent = sheetWithAptitude('apto');
    const now = sheetWithAptitude('aplazado', createTextsWithDecisions(), sent);
    const after = worksheetAfterSaving(now, sent, 'notes');
    expect(after.choices).toEqual({ aptitude: { base: 'apto', mine: 'aplazado', theirs: null } });
    expect(sheets.isEmptyWorksheet(worksheetAfterSaving(sent, sent, 'notes'))).toBe(true);
  });

  it('P10.269 unsaved decisions of two windows are merged, each decision separately', () => {
    const mine = sheetWithAptitude('apto');
    const lying: Worksheet = {
      ...emptyWorksheet,
      choices: setUnsavedDecision({}, NO_DECISIONS, 'restrictions', []),
    };
    expect(Object.keys(mergeWorksheets({ base: emptyWorksheet, mine, lying }).choices ?? {})).toEqual([
      'restrictions',
      'aptitude',
    ]);
  });
});
