import type { StatementId } from './statements/index.ts';

type StatementText = readonly [id: StatementId, text: string];
interface AuditedCatalog {
  readonly route: string;
  readonly title: string;
  readonly create: string;
  readonly values: Readonly<Record<string, string>>;
  readonly name: string;
  readonly it: string;
  readonly required: StatementText;
  readonly notSaved: StatementText;
  readonly notSwitched: StatementText;
  readonly picture?: true;
  /**
   * Audit statements on the rename button and on the error message after a failed rename, for catalogues whose screen can
   * rename a row in place.
   */
  readonly renaming?: readonly [button: StatementId, notRenamed: StatementText];
}

/** Catalogues of the base contract, with the texts that it requires on their screens. */
export const AUDITED_CATALOGS: readonly AuditedCatalog[] = [
  {
    route: 'evaluation-types',
    title: 'Tipos de evaluación',
    create: 'Nuevo tipo',
    values: { Código: 'AUD', Nombre: 'Tipo de ensayo' },
    name: 'Tipo de ensayo',
    it: 'este tipo de evaluación',
    required: ['catalogs-8', 'El código y el nombre son obligatorios.'],
    notSaved: ['catalogs-21', 'No se pudo guardar el tipo de evaluación.'],
    notSwitched: ['catalogs-26', 'No se pudo actualizar el estado del tipo de evaluación.'],
  },
  {
    route: 'companies',
    title: 'Empresas',
    create: 'Nueva empresa',
    values: { Código: 'EMP-AUD', Nombre: 'Empresa de ensayo' },
    name: 'Empresa de ensayo',
    it: 'esta empresa',
    required: ['catalogs-9', 'El código y el nombre son obligatorios.'],
    notSaved: ['catalogs-22', 'No se pudo guardar la empresa.'],
    notSwitched: ['catalogs-27', 'No se pudo actualizar el estado de la empresa.'],
    renaming: ['catalogs-2', ['catalogs-31', 'No se pudo actualizar la empresa.']],
  },
  {
    route: 'branches',
    title: 'Sedes',
    create: 'Nueva sede',
    values: { 'Nombre de la sede': 'Sede de ensayo' },
    name: 'Sede de ensayo',
    it: 'esta sede',
    picture: true,
    required: ['catalogs-10', 'Debes seleccionar una empresa y asignar un nombre a la sede.'],
    notSaved: ['catalogs-23', 'No se pudo guardar la sede.'],
    notSwitched: ['catalogs-28', 'No se pudo actualizar el estado de la sede.'],
    renaming: ['catalogs-3', ['catalogs-32', 'No se pudo actualizar la sede.']],
  },
  {
    route: 'exams',
    title: 'Exámenes',
    create: 'Nuevo examen',
    values: { Código: 'EX-AUD', Nombre: 'Examen de ensayo' },
    name: 'Examen de ensayo',
    it: 'este examen',
    required: ['catalogs-11', 'El código y el nombre del examen son obligatorios.'],
    notSaved: ['catalogs-24', 'No se pudo guardar el examen.'],
    notSwitched: ['catalogs-29', 'No se pudo actualizar el estado del examen.'],
  },
  {
    route: 'doctors',
    title: 'Médicos',
    create: 'Nuevo médico',
    values: { Nombre: 'Dra. Ensayo Prueba', Licencia: 'LIC-AUD' },
    name: 'Dra. Ensayo Prueba',
    it: 'este médico',
    picture: true,
    required: ['catalogs-12', 'El nombre y la licencia son obligatorios.'],
    notSaved: ['catalogs-25', 'No se pudo guardar el médico.'],
    notSwitched: ['catalogs-30', 'No se pudo actualizar el estado del médico.'],
  },
];
