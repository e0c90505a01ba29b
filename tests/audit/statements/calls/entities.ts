import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, text: string) =>
  ({ id, section: 'P3', says: text }) as const;

/** Audited requirements of P3 (base contract) on the data that the server stores and returns. */
export const statements = [
  defineStatement(
    'entities-1',
    'A patient has id, document type and number, four names, birth date, gender and occupation.',
  ),
  defineStatement('entities-2', 'Document types are CC, TI, CE and PA, and no others.'),
  defineStatement('entities-3', 'Genders are F, M and O, and no others.'),
  defineStatement('entities-4', 'A birth date is a day written YYYY-MM-DD.'),
  defineStatement('entities-5', 'An occupation has id and name.'),
  defineStatement('entities-6', 'An option of a catalogue has value, label and meta.'),
  defineStatement('entities-7', 'meta says the code of a type, exam or company.'),
  defineStatement('entities-8', 'meta says the city of a company.'),
  defineStatement('entities-9', 'meta says the specialty of a doctor.'),
  defineStatement(
    'entities-10',
    'An evaluation has state, dates, comments, patient, type, companies, doctor, orders, notes and media.',
  ),
  defineStatement('entities-11', 'An evaluation may have no contractor company.'),
  defineStatement('entities-12', 'An evaluation has no doctor before it is signed.'),
  defineStatement(
    'entities-13',
    'A list item has id, status, started_at and the patient by full name and document.',
  ),
  defineStatement('entities-14', 'A list item names type and employer by name and code.'),
  defineStatement('entities-15', 'A list item’s contractor is name and code, or null.'),
  defineStatement('entities-16', 'The list of evaluations answers items and total.'),
  defineStatement('entities-17', 'An evaluation is created for a patient_id.'),
  defineStatement(
    'entities-18',
    'An evaluation is created for a patient given with document, first and last name alone.',
  ),
  defineStatement(
    'entities-19',
    'Middle name, second last name, birth date, gender and occupation_name are kept when given.',
  ),
  defineStatement('entities-20', 'A patient may be given with occupation_id instead of its name.'),
  defineStatement(
    'entities-21',
    'contractor_company_id and additional_info are optional, and kept when given.',
  ),
  defineStatement('entities-22', 'Creating answers the id.'),
  defineStatement(
    'entities-23',
    'An exam order has id, exam (id, name, code), updated_at, result_notes and attachments.',
  ),
  defineStatement('entities-24', 'An attachment has id, original_name and storage_path.'),
  defineStatement('entities-25', 'A note has note_type and content.'),
  defineStatement('entities-26', 'There are eight types of note, and no others.'),
  defineStatement(
    'entities-27',
    'A media item has id, type and storage_path; its type is photo or signature.',
  ),
  defineStatement(
    'entities-28',
    'An evaluation type has id, code, name, description and is_active; no description is needed.',
  ),
  defineStatement(
    'entities-29',
    'A company has id, code, name, billing_name, city and is_active; billing_name and city may be left out.',
  ),
  defineStatement('entities-30', 'Any company may be employer or contractor.'),
  defineStatement(
    'entities-31',
    'A branch has id, company_id, name, address, four contact fields, logo and branding fields, is_active.',
  ),
  defineStatement('entities-32', 'Address and contact fields of a branch may be left out.'),
  defineStatement('entities-33', 'The branding record has branch_name, company_name and the contact fields.'),
  defineStatement(
    'entities-34',
    'An exam has id, code, name, description, sample_type, delivery_time and is_active.',
  ),
  defineStatement('entities-35', 'delivery_time is text, such as 24 horas.'),
  defineStatement(
    'entities-36',
    'A doctor has id, name, specialty, license_number, registration_number, signature_key, is_active.',
  ),
  defineStatement('entities-37', 'Specialty and registration number of a doctor may be left out.'),
  defineStatement('entities-38', 'signature_key is there once a signature is registered, and not before.'),
  defineStatement(
    'entities-39',
    'A user has id, email, display_name, status, branch_id, three instants and actions.',
  ),
  defineStatement('entities-40', 'The session has branch_id, display_name and actions.'),
  defineStatement('entities-41', 'The dashboard has generated_at and periods.'),
  defineStatement(
    'entities-42',
    'A period has total, previous_total, statuses, new and returning patients and average minutes.',
  ),
  defineStatement('entities-43', 'statuses counts pendiente, en_proceso and cerrada.'),
  defineStatement('entities-44', 'The overview has total and active for each of five catalogues.'),
  defineStatement('entities-45', 'Lists answer items, total_count, page and page_size.'),
  defineStatement('entities-46', 'A refusal has message and details, each detail with field and message.'),
] as const satisfies readonly Statement[];
