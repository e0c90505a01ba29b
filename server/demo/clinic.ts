import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { permissionsOfRole } from '#domain/access/roles.ts';

/**
 * Password of all demo users. All data of the demo clinic is invented: its NITs are in an unassigned range, and the document
 * numbers of its patients begin with 9999, which is never issued.
 */
export const DEMO_PASSWORD = 'Demo-2026';

export const DEMO_CLINIC = { code: '999000011-6', name: 'IPS Ocupacional Los Alisos (DEMO)', city: 'Bogotá' };

export type BranchKey = 'BOG' | 'MED' | 'CAL' | 'BAQ' | 'BRI';
export const DEMO_BRANCHES: readonly {
  key: BranchKey;
  name: string;
  city: string;
  address: string;
  phone: string;
}[] = [
  {
    key: 'BOG',
    name: 'Bogotá – Chapinero Ficticio',
    city: 'Bogotá',
    address: 'Calle 00 # 00-00, piso 2',
    phone: '601 000 0011',
  },
  {
    key: 'MED',
    name: 'Medellín – El Poblado de Prueba',
    city: 'Medellín',
    address: 'Carrera 00 # 00-00',
    phone: '604 000 0012',
  },
  {
    key: 'CAL',
    name: 'Cali – Norte Demo',
    city: 'Cali',
    address: 'Avenida 00 Norte # 00-00',
    phone: '602 000 0013',
  },
  {
    key: 'BAQ',
    name: 'Barranquilla – Prado Demo',
    city: 'Barranquilla',
    address: 'Calle 00 # 00-00',
    phone: '605 000 0014',
  },
  {
    key: 'BRI',
    name: 'Brigada móvil 01',
    city: 'Bogotá',
    address: 'En la sede del cliente',
    phone: '601 000 0015',
  },
];

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly branch: BranchKey | null;
  readonly permissions: readonly Permission[];
  /** Text, printed on the terminal, about the functions that a user can try with this account. */
  readonly shows: string;
}
export const DEMO_USERS: readonly [DemoUser, ...DemoUser[]] = [
  {
    email: 'admin@alisos.demo',
    name: 'Adela Demo Administradora',
    branch: 'BOG',
    permissions: PERMISSIONS,
    shows: 'todo, Bogotá',
  },
  {
    email: 'global@alisos.demo',
    name: 'Gloria Demo Global',
    branch: null,
    permissions: PERMISSIONS,
    shows: 'todo, elige la sede',
  },
  {
    email: 'recepcion@alisos.demo',
    name: 'Rocío Demo Recepción',
    branch: 'BOG',
    permissions: permissionsOfRole('reception'),
    shows: 'recepción, Bogotá',
  },
  {
    email: 'recepcion.med@alisos.demo',
    name: 'Mateo Demo Recepción',
    branch: 'MED',
    permissions: permissionsOfRole('reception'),
    shows: 'recepción, Medellín',
  },
  {
    email: 'medico@alisos.demo',
    name: 'Ana Demo Rincón',
    branch: 'BOG',
    permissions: permissionsOfRole('doctor'),
    shows: 'médico, Bogotá',
  },
  {
    email: 'sinsede@alisos.demo',
    name: 'Simón Demo Sin Sede',
    branch: null,
    permissions: ['register_patients', 'manage_evaluations'],
    shows: 'todavía sin sede',
  },
];

export interface DemoDoctor {
  readonly name: string;
  readonly specialty: string;
  readonly registration: string;
  readonly licence: string;
  readonly validUntil?: string;
  /** Email address of the demo user linked to the doctor. */
  readonly user?: string;
}
/** Doctors of the demo clinic. The first doctor signs and is linked to a user; the licence of the third doctor has expired. */
export const DEMO_DOCTORS: readonly [DemoDoctor, ...DemoDoctor[]] = [
  {
    name: 'Dra. Ana Demo Rincón',
    specialty: 'Medicina del trabajo',
    registration: 'DEMO-0001',
    licence: 'DEMO-1001',
    user: 'medico@alisos.demo',
  },
  {
    name: 'Dr. Luis Prueba Cárdenas',
    specialty: 'Salud ocupacional',
    registration: 'DEMO-0002',
    licence: 'DEMO-1002',
  },
  {
    name: 'Dra. Nury Ejemplo Peña',
    specialty: 'Medicina del trabajo',
    registration: 'DEMO-0003',
    licence: 'DEMO-1003',
    validUntil: '2025-06-30',
  },
];

export interface DemoCompany {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly role: 'employer' | 'contractor';
}
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    code: '999000021-1',
    name: 'Constructora Puente Imaginario S.A.S. (DEMO)',
    city: 'Bogotá',
    role: 'employer',
  },
  {
    code: '999000031-3',
    name: 'Andamios y Altura Ficticia Ltda. (DEMO)',
    city: 'Bogotá',
    role: 'contractor',
  },
  {
    code: '999000041-7',
    name: 'Alimentos La Nube de Prueba S.A.S. (DEMO)',
    city: 'Medellín',
    role: 'employer',
  },
  { code: '999000051-0', name: 'Transportes Ruta Inventada S.A. (DEMO)', city: 'Cali', role: 'employer' },
  { code: '999000061-4', name: 'Temporales Gente Demo EST S.A.S. (DEMO)', city: 'Bogotá', role: 'employer' },
  {
    code: '999000071-8',
    name: 'Vigilancia Faro Irreal Ltda. (DEMO)',
    city: 'Barranquilla',
    role: 'contractor',
  },
  { code: '999000081-1', name: 'Aseo Brillo Ejemplo S.A.S. (DEMO)', city: 'Medellín', role: 'contractor' },
  { code: '999000091-5', name: 'Flores del Páramo Ficticio S.A.S. (DEMO)', city: 'Madrid', role: 'employer' },
  { code: '999000101-0', name: 'Metalmecánica Tornillo Azul S.A.S. (DEMO)', city: 'Yumbo', role: 'employer' },
  {
    code: '999000111-4',
    name: 'Energía Cerro Simulado S.A. E.S.P. (DEMO)',
    city: 'Barranquilla',
    role: 'employer',
  },
];
