/**
 * This file: entities of the Colombian social security, by the names that workers use, in alphabetical order. An administrator
 * can change the list of a field later.
 */

/** The 28 EPS that the Ministry of Health listed as authorised in 2025. */
const EPS_NAMES = [
  'AIC (Asociación Indígena del Cauca)',
  'Aliansalud',
  'Anas Wayuu',
  'Asmet Salud',
  'Cajacopi',
  'Capital Salud',
  'Capresoca',
  'Comfachocó',
  'Comfaoriente',
  'Comfenalco Valle',
  'Compensar',
  'Coosalud',
  'Dusakawi',
  'Emssanar',
  'EPM (Empresas Públicas de Medellín)',
  'EPS Familiar de Colombia',
  'Famisanar',
  'Fondo de Ferrocarriles Nacionales',
  'Mallamas',
  'Mutual Ser',
  'Nueva EPS',
  'Pijaos Salud',
  'Salud Mía',
  'Salud Total',
  'Sanitas',
  'Savia Salud',
  'SOS (Servicio Occidental de Salud)',
  'Sura',
];

const ARL_NAMES = [
  'Alfa',
  'Aurora',
  'AXA Colpatria',
  'Bolívar',
  'Colmena',
  'La Equidad',
  'Mapfre',
  'Positiva',
  'Sura',
];

const AFP_NAMES = ['Colfondos', 'Colpensiones', 'Porvenir', 'Protección', 'Skandia'];

/** Last option of each list, for a worker without the affiliation. */
const NOT_AFFILIATED = 'Sin afiliación';

/** Teachers, armed forces, police and others are not affiliated to an EPS. */
export const EPS_CHOICES = [...EPS_NAMES, 'Régimen especial o de excepción', NOT_AFFILIATED];
export const ARL_CHOICES = [...ARL_NAMES, NOT_AFFILIATED];
export const AFP_CHOICES = [...AFP_NAMES, 'Pensionado', 'Régimen especial o de excepción', NOT_AFFILIATED];
