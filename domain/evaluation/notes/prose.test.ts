import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestedProgrammesIn, requestedReferralIn, containsRequest, inferVerdictClass } from './prose.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Source files of the product without its tests, as paths relative to the project's folder. */
const productSourcePaths = ['contract', 'domain', 'server', 'src', 'sw'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
);

describe('P10.265 rules that interpret the text of notes', () => {
  it('P10.265 only contradiction.ts imports the rules that interpret notes', () => {
    const importers = productSourcePaths.filter((file) =>
      /from '[^']*\/prose\.ts'/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(importers).toEqual(['domain/evaluation/notes/contradiction.ts']);
  });

  it.each([
    ['Apto para desempeñar el cargo', 'apto'],
    ['APTA', 'apto'],
    ['Cumple para desempeñar el cargo', 'apto'],
    ['Apto con patologías que no limitan su capacidad laboral', 'apto'],
    ['Apto sin restricciones ni recomendaciones', 'apto'],
    ['Apto. No presenta restricciones.', 'apto'],
    ['Sin restricciones para desempeñarse en el nuevo cargo', 'apto'],
    ['Puede continuar realizando su labor', 'apto'],
    ['Puede continuar realizando su labor con recomendaciones', 'apto_recomendaciones'],
    ['Apto con recomendaciones', 'apto_recomendaciones'],
    ['Apta con restricciones para el cargo de operaria', 'apto_restricciones'],
    ['Apto con recomendaciones y restricciones', 'apto_restricciones'],
    ['Apto con limitaciones', 'apto_restricciones'],
    ['Apto salvo alturas', 'apto_restricciones'],
    ['Presenta restricción', 'apto_restricciones'],
    ['Reintegro con modificaciones', 'apto_restricciones'],
    ['Reincorporación al puesto de trabajo', 'apto'],
    ['Aplazado', 'aplazado'],
    ['No apto', 'no_apto'],
    ['NO-APTO', 'no_apto'],
    ['Nunca apto', 'no_apto'],
    ['Apto: NO', 'no_apto'],
    ['Sin reintegro', 'no_apto'],
    ['No es apta para el cargo', 'no_apto'],
    ['No se considera apto para el cargo', 'no_apto'],
    ['No se encuentra apto', 'no_apto'],
    ['No puede desempeñar el cargo', 'no_apto'],
    ['No cumple', 'no_apto'],
    ['Realizado', 'realizado'],
    ['Examen realizado', 'realizado'],
    ['', 'otro'],
    ['Ver observaciones', 'otro'],
    ['Apto para bodega, no apto para alturas', 'otro'],
    ['Apto; aplazado para alturas', 'otro'],
  ])(
    "P10.265 the rules classify the text %j of the note 'concepto' as the aptitude %s",
    (concept, expected) => {
      expect(inferVerdictClass(concept)).toBe(expected);
    },
  );

  const none: [string, boolean, string[]][] = [
    '',
    'No',
    'N/A',
    'No aplica.',
    'No requiere inclusión en SVE osteomuscular.',
    'Ninguno por ahora',
    'Se descarta inclusión en SVE auditivo',
    'Se egresa del SVE respiratorio',
    'SVE: ninguno',
    'No se considera necesario',
    'No, por ahora',
    'N.A.',
    '-',
    'Normal',
    'Actualmente no requiere ingreso',
    'Aún no requiere',
    'Trabajador sin necesidad de SVE',
  ].map((note) => [note, false, []]);

  it.each<[string, boolean, string[]]>([
    ...none,
    ['Incluir en SVE osteomuscular por hernia discal L4-L5.', true, ['osteomuscular']],
    ['Incluir en SVE de conservación AUDITIVA.', true, ['auditivo']],
    ['SVE químico y biológico; hipoacusia leve', true, ['químico', 'biológico']],
    [
      'Riesgo psicosocial, respiratorio, cardiovascular, visual y de la voz',
      true,
      ['visual', 'respiratorio', 'cardiovascular', 'psicosocial', 'voz'],
    ],
    ['No requiere SVE auditivo. Incluir en SVE visual.', true, ['visual']],
    ['No puede exponerse a ruido: SVE auditivo', true, ['auditivo']],
    ['Incluir en SVE osteomuscular. Agudeza visual 20/40.', true, ['osteomuscular']],
    ['Incluir en SVE cardiovascular por hipertensión; pérdida auditiva leve', true, ['cardiovascular']],
    ['Incluir en SVE osteomuscular por pérdida auditiva', true, ['osteomuscular']],
    ['Incluir en SVE osteomuscular, secundario a pérdida auditiva', true, ['osteomuscular']],
    ['Incluir en SVE por riesgo químico', true, ['químico']],
    ['Incluir en SVE osteomuscular, pero no en auditivo', true, ['osteomuscular']],
    ['Incluir en SVE osteomuscular, no en visual', true, ['osteomuscular']],
    ['Auditivo y osteomuscular', true, ['osteomuscular', 'auditivo']],
    ['Sin indicación de ingreso, continuar control visual anual', true, ['visual']],
    ['Agudeza visual 20/40', true, []],
    ['Hipoacusia neurosensorial bilateral', true, []],
    ['Vozarrón', true, []],
  ])(
    'P10.265 the rules find for the note %j whether it requests a programme (%j) and which programmes it names (%j)',
    (note, requests, names) => {
      expect([containsRequest(note), requestedProgrammesIn(note)]).toEqual([requests, names]);
    },
  );

  it.each<[string, boolean, string[]]>([
    ['SVE auditivo: egresa', false, []],
    ['SVE osteomuscular: no requiere.', false, []],
    ['SVE osteomuscular: ingresa. SVE auditivo: egresa.', true, ['osteomuscular']],
    ['SVE auditivo: no aplica; SVE visual: ingresa', true, ['visual']],
    ['Incluir en SVE visual, otros: ninguno', true, ['visual']],
    ['Se incluye en SVE visual: no por ahora en auditivo', true, ['visual']],
  ])(
    'P10.191 the rules find for the note %j whether it requests a programme (%j) and which programmes it names (%j)',
    (note, requests, names) => {
      expect([containsRequest(note), requestedProgrammesIn(note)]).toEqual([requests, names]);
    },
  );

  it.each([
    ['', 'none'],
    ['No aplica', 'none'],
    ['No requiere manejo por EPS', 'none'],
    ['Se descarta manejo por EPS', 'none'],
    ['EPS: no requiere. ARL: ninguno', 'none'],
    ['Valoración por fisiatría en su EPS por lumbalgia.', 'eps'],
    ['No requiere ARL, remitir a EPS por dolor', 'eps'],
    ['No controla la tensión, remitir a EPS', 'eps'],
    ['No requiere ARL. Control por EPS: hipertensión', 'eps'],
    ['EPS: no requiere. ARL: valoración', 'arl'],
    ['No requiere EPS, sí ARL', 'arl'],
    ['Remitir a EPS y ARL', 'both'],
    ['Control por fisiatría', null],
  ])('P10.265 the rules find the recipient of the referral in the note %j: %j', (note, recipient) => {
    expect(requestedReferralIn(note)).toBe(recipient);
  });
});
