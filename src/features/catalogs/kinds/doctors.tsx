import { DoctorBody } from '#contract/records/catalog-writes.ts';
import type { Doctor } from '#contract/records/catalogs.ts';
import { CATALOG_NAME_MAX_LENGTH, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { doctorCalls } from '#sync/administration/catalog-administration.ts';
import { createCatalog } from '../catalog-of.tsx';
import { TextOrDash } from '../optional.tsx';
import { DoctorSignature } from './doctor-signature.tsx';

const NOT_AVAILABLE = 'El médico seleccionado no está disponible con los filtros aplicados.';

export const doctors = createCatalog<Doctor, DoctorBody>({
  key: 'doctors',
  route: 'doctors',
  param: 'doctorId',
  needs: 'manage_catalogs',
  icon: 'person',
  words: {
    title: 'Médicos',
    it: 'este médico',
    create: 'Nuevo médico',
    edit: 'Editar médico',
    search: 'Buscar médico',
    searchFor: 'Nombre, licencia o especialidad',
    none: 'No hay médicos con los filtros seleccionados.',
    noneYet: 'Todavía no hay médicos.',
    couldNotList: 'No se pudieron cargar los médicos.',
    couldNotSave: 'No se pudo guardar el médico.',
    couldNotSwitch: 'No se pudo actualizar el estado del médico.',
    couldNotRename: 'No se pudo guardar el médico.',
    couldNotLoad: 'No se pudo cargar el médico seleccionado.',
    notInPanel: NOT_AVAILABLE,
    notInForm: NOT_AVAILABLE,
    created: 'Médico creado.',
    saved: 'Médico actualizado.',
    active: 'Activo',
    inactive: 'Inactivo',
    activated: 'Médico activado.',
    deactivated: 'Médico desactivado.',
  },
  debounce: SEARCH_DEBOUNCE_MS.filter,
  keeps: null,
  calls: doctorCalls,
  body: DoctorBody,
  fields: [
    { type: 'text', name: 'name', label: 'Nombre', required: true, maxLength: CATALOG_NAME_MAX_LENGTH },
    { type: 'text', name: 'specialty', label: 'Especialidad', maxLength: CATALOG_NAME_MAX_LENGTH },
    {
      type: 'text',
      name: 'license_number',
      label: 'Licencia',
      hint: 'La licencia en salud ocupacional con que firma.',
      required: true,
      maxLength: CATALOG_NAME_MAX_LENGTH,
    },
    {
      type: 'text',
      name: 'registration_number',
      label: 'Registro médico',
      maxLength: CATALOG_NAME_MAX_LENGTH,
    },
    {
      type: 'day',
      name: 'license_valid_until',
      label: 'Licencia vigente hasta',
      hint: 'El último día en que puede firmar con ella. Vacío si no vence.',
    },
  ],
  valuesOf: (doctor) => ({
    name: doctor?.name ?? '',
    specialty: doctor?.specialty ?? '',
    license_number: doctor?.license_number ?? '',
    registration_number: doctor?.registration_number ?? '',
    license_valid_until: doctor?.license_valid_until ?? '',
  }),
  under: ({ specialty }) => specialty ?? '',
  columns: [
    { label: 'Licencia', cell: ({ license_number: licence }) => licence },
    { label: 'Firma', cell: ({ signature_key: key }) => <TextOrDash text={key ? 'Registrada' : null} /> },
  ],
  Picture: DoctorSignature,
});
