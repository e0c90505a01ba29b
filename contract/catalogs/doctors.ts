import * as z from 'zod/mini';
import { defineCatalog } from './catalog.ts';
import { defineDayField, defineLineField, defineRequiredLineField } from './fields.ts';

const NAME_AND_LICENCE_REQUIRED_TEXT = 'El nombre y la licencia son obligatorios.';

export const doctors = defineCatalog({
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
    name: defineRequiredLineField(NAME_AND_LICENCE_REQUIRED_TEXT, { label: 'Nombre' }),
    specialty: defineLineField({ label: 'Especialidad', isBelowName: true }),
    license_number: defineRequiredLineField(NAME_AND_LICENCE_REQUIRED_TEXT, {
      label: 'Licencia',
      hint: 'La licencia en salud ocupacional con que firma.',
      isColumn: true,
    }),
    registration_number: defineLineField({ label: 'Registro médico' }),
    /** Last day on which the licence is valid. */
    license_valid_until: defineDayField({
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
