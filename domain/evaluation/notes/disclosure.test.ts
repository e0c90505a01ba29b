import { describe, expect, it } from 'vitest';
import { referralOf, surveillanceOf } from './disclosure.ts';

describe('P10.9 the concept says of SVE the programme alone', () => {
  it.each([
    ['', 'No'],
    ['No', 'No'],
    ['N/A', 'No'],
    ['No aplica.', 'No'],
    ['No requiere inclusión en SVE osteomuscular.', 'No'],
    ['Ninguno por ahora', 'No'],
    ['Incluir en SVE osteomuscular por hernia discal L4-L5.', 'osteomuscular'],
    ['Incluir en SVE de conservación AUDITIVA.', 'auditivo'],
    ['SVE químico y biológico; hipoacusia leve', 'químico, biológico'],
    [
      'Riesgo psicosocial, respiratorio, cardiovascular, visual y de la voz',
      'visual, respiratorio, cardiovascular, psicosocial, voz',
    ],
    ['No requiere SVE auditivo. Incluir en SVE visual.', 'visual'],
    ['No puede exponerse a ruido: SVE auditivo', 'auditivo'],
    ['Incluir en SVE osteomuscular. Agudeza visual 20/40.', 'osteomuscular'],
    ['Incluir en SVE cardiovascular por hipertensión; pérdida auditiva leve', 'cardiovascular'],
    ['Incluir en SVE osteomuscular por pérdida auditiva', 'osteomuscular'],
    ['Incluir en SVE osteomuscular, secundario a pérdida auditiva', 'osteomuscular'],
    ['Incluir en SVE por riesgo químico', 'químico'],
    ['Incluir en SVE osteomuscular, pero no en auditivo', 'osteomuscular'],
    ['Incluir en SVE osteomuscular, no en visual', 'osteomuscular'],
    ['Auditivo y osteomuscular', 'osteomuscular, auditivo'],
    ['Agudeza visual 20/40', 'Sí'],
    ['Se descarta inclusión en SVE auditivo', 'No'],
    ['Se egresa del SVE respiratorio', 'No'],
    ['SVE: ninguno', 'No'],
    ['No se considera necesario', 'No'],
    ['No, por ahora', 'No'],
    ['N.A.', 'No'],
    ['-', 'No'],
    ['Hipoacusia neurosensorial bilateral', 'Sí'],
    ['Vozarrón', 'Sí'],
  ])('%j is %j', (note, said) => {
    expect(surveillanceOf(note)).toBe(said);
  });

  it.each([
    ['SVE auditivo: egresa', 'No'],
    ['SVE osteomuscular: no requiere.', 'No'],
    ['SVE osteomuscular: ingresa.', 'osteomuscular'],
    ['SVE osteomuscular: ingresa. SVE auditivo: egresa.', 'osteomuscular'],
    ['SVE auditivo: no aplica; SVE visual: ingresa', 'visual'],
    ['Incluir en SVE visual, otros: ninguno', 'visual'],
    ['Se incluye en SVE visual: no por ahora en auditivo', 'visual'],
  ])('P10.191 what stands after the colon is said of the programme before it: %j is %j', (note, said) => {
    expect(surveillanceOf(note)).toBe(said);
  });
});

describe('P10.9 the concept says of EPS and ARL that they are needed, and not why', () => {
  it.each([
    ['', 'No requiere'],
    ['No aplica', 'No requiere'],
    ['No requiere manejo por EPS', 'No requiere'],
    ['Valoración por fisiatría en su EPS por lumbalgia.', 'Requiere valoración por EPS/ARL'],
    ['No requiere ARL, remitir a EPS por dolor', 'Requiere valoración por EPS/ARL'],
    ['No controla la tensión, remitir a EPS', 'Requiere valoración por EPS/ARL'],
    ['Se descarta manejo por EPS', 'No requiere'],
    ['No requiere ARL. Control por EPS: hipertensión', 'Requiere valoración por EPS/ARL'],
    ['EPS: no requiere. ARL: ninguno', 'No requiere'],
    ['EPS: no requiere. ARL: valoración', 'Requiere valoración por EPS/ARL'],
  ])('%j is %j', (note, said) => {
    expect(referralOf(note)).toBe(said);
  });
});
