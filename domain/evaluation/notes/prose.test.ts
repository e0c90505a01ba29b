import { describe, expect, it } from 'vitest';
import { verdictClassOf } from './prose.ts';

describe('P10.112 what a stranger is told of a concept', () => {
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
    ['Presenta restricción', 'apto_restricciones'],
    ['Reintegro con modificaciones', 'apto_restricciones'],
    ['Reincorporación al puesto de trabajo', 'apto'],
    ['Aplazado', 'aplazado'],
    ['No apto', 'no_apto'],
    ['No es apta para el cargo', 'no_apto'],
    ['No cumple', 'no_apto'],
    ['Realizado', 'realizado'],
    ['Examen realizado', 'realizado'],
    ['', 'otro'],
    ['Ver observaciones', 'otro'],
    ['Apto para bodega, no apto para alturas', 'otro'],
    ['Apto; aplazado para alturas', 'otro'],
  ])('%j is %s', (concept, expected) => {
    expect(verdictClassOf(concept)).toBe(expected);
  });
});
