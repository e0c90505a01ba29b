import { describe, expect, it } from 'vitest';
import {
  correctedAdditionalFieldPath,
  correctedFieldLabel,
  correctedFieldNames,
  correctionLines,
} from './corrections.ts';

const ADDITIONAL_FIELD_ID = '1A2B3C4D-5E6F-4A7B-8C9D-0E1F2A3B4C5D';

describe('P10.347 additional fields in corrections', () => {
  it('P10.347 `correctedFieldNames` names each additional field by its id in lower case', () => {
    const value = {
      field_id: ADDITIONAL_FIELD_ID,
      name: 'EPS',
      subject: 'patient',
      kind: 'text',
      value: 'Sura',
    } as const;
    expect(correctedFieldNames({ reason: 'Otro dato.', pictures: [], additional_fields: [value] })).toEqual([
      `additional.${ADDITIONAL_FIELD_ID.toLowerCase()}`,
    ]);
  });

  it('P10.347 `correctionLines` shows a corrected additional field under the label that the correction contains', () => {
    const field = correctedAdditionalFieldPath(ADDITIONAL_FIELD_ID);
    const changes = [{ field, label: 'EPS', before: null, after: 'Sura' }];
    expect(correctionLines({ changes, pictures: [] })).toEqual(['EPS: sin dato → Sura']);
  });

  it('P10.347 `correctedFieldLabel` returns one label for all additional fields, because a log entry has no labels', () => {
    expect(correctedFieldLabel(correctedAdditionalFieldPath(ADDITIONAL_FIELD_ID))).toBe('Campo adicional');
    expect(correctedFieldLabel('employer_company')).toBe('Empresa empleadora');
  });
});
