import * as z from 'zod/mini';
import { catalog } from './catalog.ts';
import { day, line, requiredLine } from './fields.ts';

const NAME_AND_LICENCE = 'El nombre y la licencia son obligatorios.';

export const doctors = catalog({
  key: 'doctors',
  calls: { one: 'Doctor', many: 'Doctors' },
  path: '/doctors',
  param: 'doctorId',
  icon: 'person',
  read: 'session',
  write: 'manage_catalogs',
  noun: { gender: 'm', one: 'médico', many: 'médicos' },
  texts: { title: 'Médicos', create: 'Nuevo médico', searchFor: 'Nombre, licencia o especialidad' },
  copy: { for: 'reception', code: 'license_number', detail: 'specialty' },
  fields: {
    name: requiredLine(NAME_AND_LICENCE, { label: 'Nombre' }),
    specialty: line({ label: 'Especialidad', isBelowName: true }),
    license_number: requiredLine(NAME_AND_LICENCE, {
      label: 'Licencia',
      hint: 'La licencia en salud ocupacional con que firma.',
      isColumn: true,
    }),
    registration_number: line({ label: 'Registro médico' }),
    /** Last day on which the licence is valid. */
    license_valid_until: day({
      label: 'Licencia vigente hasta',
      hint: 'El último día en que puede firmar con ella. Vacío si no vence.',
    }),
  },
  others: { signature_key: z.nullish(z.string()) },
});

export const Doctor = doctors.Item;
export type Doctor = z.infer<typeof Doctor>;
export const DoctorBody = doctors.Body;
export type DoctorBody = z.infer<typeof DoctorBody>;
export const DoctorList = doctors.List;
