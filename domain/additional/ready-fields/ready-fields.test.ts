import { describe, expect, it } from 'vitest';
import { foldText } from '#contract/fold.ts';
import { ACTIVE_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { READY_FIELDS } from './ready-fields.ts';

const readyFieldChoices = (name: string) => READY_FIELDS.find((field) => field.name === name)?.choices ?? [];

describe('P10.361 ready fields', () => {
  it.each(READY_FIELDS.map((field) => [field.name, field] as const))(
    'the server can store the ready field %s without a change',
    (_name, field) => expect(AdditionalFieldBody.parse(field)).toEqual(field),
  );

  it('ready fields have different names and positions, and a clinic can have all of them active at once', () => {
    expect(new Set(READY_FIELDS.map(({ name }) => foldText(name))).size).toBe(READY_FIELDS.length);
    expect(new Set(READY_FIELDS.map(({ position }) => position)).size).toBe(READY_FIELDS.length);
    expect(READY_FIELDS.length).toBeLessThanOrEqual(ACTIVE_ADDITIONAL_FIELDS_MAX);
  });

  it('by default, no ready field is required or printed on the concept', () => {
    expect(READY_FIELDS.filter((field) => field.on_concept || field.is_required)).toEqual([]);
  });

  it('the list of municipalities names each of the 1,122 municipalities with its department', () => {
    const municipalities = readyFieldChoices('Municipio');
    expect(municipalities).toHaveLength(1_122);
    expect(municipalities).toEqual(
      expect.arrayContaining(['Bogotá D.C.', 'Soacha (Cundinamarca)', 'Rionegro (Santander)']),
    );
    expect(municipalities[0]).toBe('Abejorral (Antioquia)');
  });

  it('the lists of EPS, AFP and ARL have an option for a worker without the affiliation', () => {
    for (const name of ['EPS', 'AFP', 'ARL']) expect(readyFieldChoices(name).at(-1)).toBe('Sin afiliación');
  });
});
