/** Tags of the OpenAPI document, in display order. */
export const API_AREAS = {
  Sessions: 'Sign-in, sign-out, the user’s session, passwords and links.',
  Reception: 'Calls for reception: find a patient, register an evaluation, upload its photo and signature.',
  Evaluations:
    'Calls for doctors: read an evaluation, save results and notes, attach files, sign, reopen and print.',
  Catalogues:
    'Evaluation types, companies, exams, doctors, occupations, note phrases and additional fields; options for selection lists.',
  Branches: 'Branches of the clinic and the branding of the active branch.',
  Users: 'Accounts, their permissions and their branches.',
  Devices: 'Reports of tablets and the administration of tablets.',
  'Expected lists': 'Lists of people that a company announced for a day.',
  'Waiting room': 'Calls of patients to a room, and the screens that show them.',
  Insight: 'Figures of the start page and the activity log.',
  Service: 'Availability of the server.',
} as const satisfies Record<string, string>;

export type ApiArea = keyof typeof API_AREAS;
